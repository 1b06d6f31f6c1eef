import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { handovers } from '#db/schema/handover.ts'
import { daysAfter } from './closing-terms.ts'
import { retainsUntilHandover } from './contract-document.ts'
import type { ContractRow } from './transition-contract.server.ts'

/** Later than every time: what is true now. */
const now = Number.MAX_SAFE_INTEGER

/**
 * The days by which change orders accepted up to a time (UTC ms) have extended the time of a contract; those of one milestone alone are no
 * part of them. Checks no right: the caller has.
 */
export function extensionDaysOf(db: Database | Transaction, contractId: string, until = now): number {
  const { contractId: of, status, decidedAt, extensionMilestoneId } = changeOrders
  const row = db
    .select({ days: sql<number>`coalesce(sum(${changeOrders.extensionDays}), 0)` })
    .from(changeOrders)
    .where(and(eq(of, contractId), eq(status, 'accepted'), isNull(extensionMilestoneId), lte(decidedAt, until)))
    .get()
  return row?.days ?? 0
}

/** The day on which the work is to be ready for handover, as signed and extended since; null where none is agreed. */
export const extendedHandoverDue = (
  db: Database | Transaction,
  { id, handoverDue }: Pick<ContractRow, 'id' | 'handoverDue'>,
  until = now,
): string | null => handoverDue && daysAfter(handoverDue, extensionDaysOf(db, id, until))

/**
 * The day on which the work was taken over, by the protocol that both have signed up to a time (UTC ms); null before. Checks no right: the
 * caller has.
 */
export function takenOverOn(db: Database | Transaction, contractId: string, until = now): string | null {
  const takenOver = inArray(handovers.result, ['accepted', 'accepted_with_defects'])
  const row = db
    .select({ heldOn: handovers.heldOn })
    .from(handovers)
    .where(
      and(
        eq(handovers.contractId, contractId),
        eq(handovers.status, 'signed'),
        takenOver,
        lte(handovers.decidedAt, until),
      ),
    )
    .get()
  return row?.heldOn ?? null
}

/**
 * Whether the retention of a contract stays held by what both have signed, because its work is not taken over yet (CON-22). The work of a
 * terminated contract is no longer handed over: its retention follows ESC-9. Checks no right: the caller has.
 */
export function awaitsHandover(db: Database | Transaction, contractId: string): boolean {
  const { id, documentText, status } = contracts
  const contract = db.select({ documentText, status }).from(contracts).where(eq(id, contractId)).get()
  if (contract?.status === 'terminated') return false
  return retainsUntilHandover(contract?.documentText ?? null) && takenOverOn(db, contractId) === null
}
