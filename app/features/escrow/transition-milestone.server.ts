import { and, eq, or } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { requireProjectRole } from '#app/features/projects/members/role-on-project.server.ts'
import { conflict, forbidden, invalid, notFound } from '#app/platform/errors.ts'
import type { AuditEntry } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { type DisputeSplit, type MilestoneAction, type MilestoneRole, milestoneMachine } from './milestone.ts'
import { effectiveStatus, isActionSupported, milestoneHeldCents } from './milestone-actions.ts'

export type MilestoneRow = typeof milestones.$inferSelect
export type LoadedMilestone = {
  milestone: MilestoneRow
  contract: ContractRow
  role: MilestoneRole
  adminIsParty: boolean
}

/** The caller's role in a contract: a party, a platform admin, or none (null). */
export function findRole(
  ctx: Context,
  contract: { clientCompanyId: string; providerCompanyId: string },
): MilestoneRole | null {
  const company = companyInScope(ctx, 'escrow.read')
  if (company === contract.clientCompanyId) return 'client'
  if (company === contract.providerCompanyId) return 'provider'
  // Whoever works for a party is no independent admin, even where escrow is closed to them.
  if ([contract.clientCompanyId, contract.providerCompanyId].includes(ctx.company?.id ?? '')) return null
  return ctx.actor && isAdmin(ctx.actor.role) ? 'admin' : null
}

/**
 * Loads a milestone of a contract that was sent, with the caller's role in it, for a verb.
 * @throws AppError not_found, for strangers too; forbidden by the role on the project (PROJ-26)
 */
export function loadMilestone(tx: Transaction, ctx: Context, id: string): LoadedMilestone {
  const row = tx
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, eq(contracts.id, milestones.contractId))
    .where(eq(milestones.id, id))
    .get()
  const role = row && findRole(ctx, row.contract)
  if (!role || row.contract.activatedAt === null) throw notFound()
  if (role !== 'admin') requireProjectRole(tx, ctx, row.contract.projectId, 'escrow')
  return { ...row, role, adminIsParty: role !== 'admin' }
}

type Step = {
  action: MilestoneAction
  role: MilestoneRole
  reason?: string
  /** The resolution of a dispute. */
  split?: DisputeSplit
  deliverables?: number
  /** For `request_refund`: the part that is asked back, in cents; all that is held where it is left out. */
  refundCents?: number | undefined
  moneyConfirmed?: boolean
  /** Other columns to update with the state. */
  set?: Partial<MilestoneRow>
}

/**
 * Applies a transition of the state machine and stores who did it and why. Part of a verb, inside its transaction. Returns the
 * updated milestone.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function transitionMilestone(
  tx: Transaction,
  ctx: Context,
  loaded: LoadedMilestone,
  step: Step,
): LoadedMilestone {
  const { milestone, contract } = loaded
  const { paymentMethod } = contract
  const contractIsActive = contract.status === 'active'
  const { action, role, reason } = step
  if (!isActionSupported(paymentMethod, action) && role !== 'system') throw conflict('escrow:refused.directPayment')
  const from = action === 'fund' ? milestone.status : effectiveStatus({ ...milestone, paymentMethod, contractIsActive })
  const heldCents = milestoneHeldCents({ ...milestone, paymentMethod })
  const outcome = milestoneMachine.next(from, action, role, {
    now: ctx.now,
    contractIsActive,
    moneyConfirmed: step.moneyConfirmed ?? false,
    deliverables: step.deliverables ?? 0,
    submittedAt: milestone.submittedAt,
    autoReleaseAt: milestone.autoReleaseAt,
    heldCents,
    refundCents: step.refundCents ?? milestone.refundCents,
    adminIsParty: loaded.adminIsParty,
    reason,
    split: step.split,
  })
  if (!outcome.ok) throw refusal(outcome.reason)
  const changed = tx
    .update(milestones)
    .set({
      ...{ refundCents: outcome.to === 'refund_requested' ? part(step.refundCents, heldCents) : null, ...step.set },
      ...(action === 'consent_refund' && outcome.to === 'refunded' ? { closedAt: ctx.now } : {}),
      ...{ status: outcome.to, updatedAt: ctx.now },
    })
    .where(and(eq(milestones.id, milestone.id), eq(milestones.status, milestone.status)))
    .returning()
    .get()
  if (!changed) throw conflict('errors:concurrentChange')
  tx.insert(milestoneEvents)
    .values({
      id: newId(),
      milestoneId: milestone.id,
      action,
      fromStatus: milestone.status,
      toStatus: outcome.to,
      actorId: role === 'system' ? null : (ctx.actor?.id ?? null),
      note: reason?.trim() || null,
      at: ctx.now,
    })
    .run()
  return { ...loaded, milestone: changed }
}

/** Null for all that is held. */
const part = (cents: number | undefined, heldCents: number) =>
  cents === undefined || cents === heldCents ? null : cents

/** The error for a refusal, at the field it concerns. */
export function refusal(reason: string) {
  if (reason === 'escrow:refused.reasonNeeded') return invalid(reason, { field: 'reason' })
  if (reason === 'escrow:refused.notThatMuchHeld') return invalid(reason, { field: 'amount' })
  if (reason === 'escrow:refused.deliverableMissing') return invalid(reason, { field: 'files' })
  if (reason === 'escrow:refused.splitNotWhole') return invalid(reason, { field: 'clientAmount' })
  return reason === 'escrow:refused.forbiddenRole' ? forbidden(reason) : conflict(reason)
}

/** The audit row of a transition. */
export function transitionAudit(before: LoadedMilestone, after: LoadedMilestone, action: MilestoneAction): AuditEntry {
  return {
    action: `milestone.${action}`,
    subject: { type: 'milestone', id: before.milestone.id },
    before: before.milestone,
    after: after.milestone,
    detail: { contract: before.contract.id, from: before.milestone.status, to: after.milestone.status },
  }
}

/** The number of milestones of a contract in one of these states. */
export function countMilestones(
  tx: Database | Transaction,
  contractId: string,
  statuses: readonly MilestoneStatus[],
): number {
  const anyOf = or(...statuses.map((status) => eq(milestones.status, status)))
  return tx
    .select({ id: milestones.id })
    .from(milestones)
    .where(and(eq(milestones.contractId, contractId), anyOf))
    .all().length
}
