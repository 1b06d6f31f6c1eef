import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { ChangeOrderRole, DeductionFit } from './change-order.ts'
import type { ChangeOrderRow } from './change-order-text.server.ts'

export type LoadedChangeOrder = {
  change: ChangeOrderRow
  contract: ContractRow
  party: ContractParty
  role: Exclude<ChangeOrderRole, 'system' | 'other'>
}

/** The role of a party in a change order; null where it may not see it: a draft is its proposer's alone. */
export function findChangeRole(
  change: Pick<ChangeOrderRow, 'proposer' | 'status' | 'documentHash'>,
  party: ContractParty,
): LoadedChangeOrder['role'] | null {
  if (change.proposer === party) return 'proposer'
  return change.documentHash === null ? null : 'respondent'
}

/**
 * Loads a change order with the actor's role in it.
 * @throws AppError not_found, for strangers too, and for the other party of a draft
 */
export function loadChangeOrder(
  tx: Transaction,
  ctx: CompanyContext,
  { contractId, changeOrderId }: { contractId: string; changeOrderId: string },
): LoadedChangeOrder {
  const { contract, party } = loadContract(tx, ctx, contractId)
  const change = tx
    .select()
    .from(changeOrders)
    .where(and(eq(changeOrders.id, changeOrderId), eq(changeOrders.contractId, contractId)))
    .get()
  const role = change && findChangeRole(change, party)
  if (!role) throw notFound()
  return { change, contract, party, role }
}

/** Whether the milestone that a change reduces can be reduced by so much now. */
export function deductionFit(
  db: Database | Transaction,
  change: Pick<ChangeOrderRow, 'contractId' | 'milestoneId' | 'netCents' | 'vatRateBp'>,
): DeductionFit {
  if (change.netCents >= 0) return 'none'
  const milestone = change.milestoneId
    ? db.select().from(milestones).where(eq(milestones.id, change.milestoneId)).get()
    : undefined
  if (milestone?.contractId !== change.contractId || milestone.vatRateBp !== change.vatRateBp) return 'missing'
  if (milestone.status !== 'planned') return 'notPlanned'
  return milestone.netCents + change.netCents > 0 ? 'fits' : 'tooLarge'
}

/** Whether the milestone that an extension names has a due date and is not delivered yet; true where it names none. */
export function extensionFits(
  db: Database | Transaction,
  { contractId, extensionMilestoneId }: Pick<ChangeOrderRow, 'contractId' | 'extensionMilestoneId'>,
): boolean {
  return (
    extensionMilestoneId === null ||
    extendable(db, contractId).some((milestone) => milestone.id === extensionMilestoneId)
  )
}

/** The milestones whose due date an extension that is agreed now moves (CON-28): those with one that are not delivered. */
export function extendable(db: Database | Transaction, contractId: string) {
  const undelivered = inArray(milestones.status, ['planned', 'funded', 'changes_requested', 'refund_requested'])
  return db
    .select()
    .from(milestones)
    .where(and(eq(milestones.contractId, contractId), undelivered, isNotNull(milestones.dueDate)))
    .orderBy(asc(milestones.position))
    .all()
}
