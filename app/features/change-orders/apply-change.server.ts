import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { daysAfter } from '#app/features/contracts/closing-terms.ts'
import { fundingReference } from '#app/features/contracts/contract-number.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrders, milestoneExtensions, milestones } from '#db/schema/escrow.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ChangeOrderRow } from './change-order-text.server.ts'
import { reducedMilestone } from './change-order-totals.ts'
import { extendable } from './load-change-order.server.ts'

/** A funding reference holds two digits of the milestone's position. */
const maxPosition = 99

/**
 * Does what an accepted change says: an addition becomes a milestone of its own, which is paid in, delivered and approved like any other; a
 * deduction reduces the milestone that it names; days of extension move due dates. Returns that milestone, null where only time changes, and
 * the milestones that were moved. Part of the verb that accepts it.
 * @throws AppError conflict where the contract can have no more milestones
 */
export function applyChange(tx: Transaction, ctx: CompanyContext, contract: ContractRow, change: ChangeOrderRow) {
  const extended = extendMilestones(tx, ctx, change)
  if (change.netCents > 0) return { milestone: addMilestone(tx, ctx, contract, change), extended }
  return { milestone: change.milestoneId === null ? null : reduceMilestone(tx, ctx, change.milestoneId), extended }
}

/** Moves the due date of the milestone that the extension is for, or of all that are not delivered (CON-28). */
function extendMilestones(tx: Transaction, { now }: Pick<CompanyContext, 'now'>, change: ChangeOrderRow) {
  const { id: changeOrderId, contractId, extensionDays, extensionMilestoneId } = change
  if (extensionDays === 0) return []
  const moved = extendable(tx, contractId).filter(({ id }) => id === (extensionMilestoneId ?? id))
  return moved.map(({ id, dueDate, extendedDueDate: before }) => {
    const extendedDueDate = daysAfter(before ?? dueDate ?? '', extensionDays)
    tx.insert(milestoneExtensions).values({ id: newId(), milestoneId: id, changeOrderId }).run()
    tx.update(milestones).set({ extendedDueDate, updatedAt: now }).where(eq(milestones.id, id)).run()
    return { id, dueDate, before, extendedDueDate }
  })
}

function addMilestone(tx: Transaction, ctx: CompanyContext, contract: ContractRow, change: ChangeOrderRow) {
  const last = tx
    .select({ position: sql<number | null>`max(${milestones.position})` })
    .from(milestones)
    .where(eq(milestones.contractId, contract.id))
    .get()
  const position = (last?.position ?? 0) + 1
  if (position > maxPosition) throw conflict('changeorders:refused.tooManyMilestones')
  const { description, netCents, vatRateBp, vatCategory, vatGround, vatCents, grossCents: amountCents } = change
  const isEscrow = contract.paymentMethod === 'secure_escrow'
  const row = {
    ...{ id: newId(), contractId: contract.id, changeOrderId: change.id, position },
    ...{ title: `${changeOrderName(change.number)}: ${change.title}`, description, dueDate: null },
    ...{ netCents, vatRateBp, vatCategory, vatGround, vatCents, amountCents, status: 'planned' as const },
    fundingReference: isEscrow ? fundingReference(contract.number, position) : null,
    ...{ createdAt: ctx.now, updatedAt: ctx.now },
  }
  tx.insert(milestones).values(row).run()
  return row
}

/** A milestone is what was signed and what accepted changes add up to; a trigger holds the same. */
function reduceMilestone(tx: Transaction, ctx: CompanyContext, milestoneId: string) {
  const milestone = tx.select().from(milestones).where(eq(milestones.id, milestoneId)).get()
  if (!milestone) throw new Error(`An accepted change reduces a milestone that is not there: ${milestoneId}`)
  const accepted = and(eq(changeOrders.milestoneId, milestoneId), eq(changeOrders.status, 'accepted'))
  const agreed = tx.select({ netCents: changeOrders.netCents }).from(changeOrders).where(accepted).all()
  return tx
    .update(milestones)
    .set({ ...reducedMilestone(milestone, sumCents(agreed.map(({ netCents }) => netCents))), updatedAt: ctx.now })
    .where(eq(milestones.id, milestoneId))
    .returning()
    .get()
}
