import { and, eq } from 'drizzle-orm'
import type { DisputeEvent } from '#app/event-payloads.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { heldBalanceCents } from '#app/features/escrow/close-contract.server.ts'
import { milestoneHeldCents } from '#app/features/escrow/milestone-actions.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole, type MilestoneRow } from '#app/features/escrow/transition-milestone.server.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { contractEvents, contracts } from '#db/schema/contracts.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import type { DisputeParty } from '#db/vocabulary/disputes.ts'
import { type DisputeAction, disputeMachine } from './dispute.ts'

/** A dispute about a milestone, or, where `milestone` is null, about the retention of a contract that has ended. */
export type LoadedDispute = {
  contract: ContractRow
  milestone: MilestoneRow | null
  role: DisputeParty
  isOpen: boolean
  /** What is held and divided, in cents; 0 once it is closed. */
  heldCents: number
}

/** The columns by which the rows of a dispute are found. */
export const subjectOf = ({ contract, milestone }: Pick<LoadedDispute, 'contract' | 'milestone'>) => ({
  contractId: contract.id,
  milestoneId: milestone?.id ?? null,
})

/**
 * A dispute by what it is about, the id of a milestone or of a contract, with the caller's role in it. Null where nothing was ever disputed, for
 * strangers, and for admins who work for a party, or once it is over did not resolve it (ESC-10).
 */
export function findDispute(tx: Database | Transaction, ctx: UserContext, subjectId: string): LoadedDispute | null {
  const milestone = tx.select().from(milestones).where(eq(milestones.id, subjectId)).get() ?? null
  const contractId = milestone?.contractId ?? subjectId
  const contract = tx.select().from(contracts).where(eq(contracts.id, contractId)).get()
  const role = contract && findRole(ctx, contract)
  if (!contract || (role !== 'client' && role !== 'provider' && role !== 'admin')) return null
  if (!wasDisputed(tx, milestone, contractId)) return null
  if (role === 'admin' && !readsDispute(ctx, contractId)) return null
  const isOpen = (milestone ? milestone.status : contract.retentionStatus) === 'disputed'
  const held = () =>
    milestone
      ? milestoneHeldCents({ ...milestone, paymentMethod: contract.paymentMethod })
      : heldBalanceCents(tx, 'retention_held', contractId)
  return { contract, milestone, role, isOpen, heldCents: isOpen ? held() : 0 }
}

function wasDisputed(tx: Database | Transaction, milestone: MilestoneRow | null, contractId: string): boolean {
  const step = milestone
    ? tx
        .select({ id: milestoneEvents.id })
        .from(milestoneEvents)
        .where(and(eq(milestoneEvents.milestoneId, milestone.id), eq(milestoneEvents.action, 'dispute')))
        .get()
    : tx
        .select({ id: contractEvents.id })
        .from(contractEvents)
        .where(and(eq(contractEvents.contractId, contractId), eq(contractEvents.action, 'dispute_retention')))
        .get()
  return step !== undefined
}

/**
 * The same for a verb.
 * @throws AppError not_found for strangers; conflict or forbidden as the machine says
 */
export function loadDispute(
  tx: Transaction,
  ctx: UserContext,
  subjectId: string,
  action?: DisputeAction,
): LoadedDispute {
  const loaded = findDispute(tx, ctx, subjectId)
  if (!loaded) throw notFound()
  if (!action) return loaded
  const outcome = disputeMachine.next(loaded.isOpen ? 'open' : 'closed', action, loaded.role, {})
  if (outcome.ok) return loaded
  throw outcome.reason === 'disputes:refused.forbiddenRole' ? forbidden(outcome.reason) : conflict(outcome.reason)
}

/** The payload of a dispute's events. */
export function disputeEvent(
  ctx: UserContext,
  { contract, milestone }: LoadedDispute,
  step: Pick<DisputeEvent, 'step' | 'day' | 'asked'>,
): DisputeEvent {
  const { id, number, title, clientCompanyId, providerCompanyId, currency } = contract
  return {
    ...{ contractId: id, number, title: milestone?.title ?? title, clientCompanyId, providerCompanyId, currency },
    subjectId: milestone?.id ?? id,
    actorId: ctx.actor.id,
    ...step,
  }
}
