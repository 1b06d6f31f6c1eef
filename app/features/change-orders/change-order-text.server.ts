import { asc, eq, inArray, sql } from 'drizzle-orm'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { bidLines } from '#db/schema/bids.ts'
import { changeOrderLines, changeOrders, milestones } from '#db/schema/escrow.ts'
import { listChangeFiles } from './change-files.server.ts'
import { canonicalChangeOrder } from './change-order-document.ts'

export type ChangeOrderRow = typeof changeOrders.$inferSelect
export type ChangeOrderLine = typeof changeOrderLines.$inferSelect

/** The lines of a change order in order. */
export function listChangeLines(db: Database | Transaction, changeOrderId: string): ChangeOrderLine[] {
  return db
    .select()
    .from(changeOrderLines)
    .where(eq(changeOrderLines.changeOrderId, changeOrderId))
    .orderBy(asc(changeOrderLines.position))
    .all()
}

/** The number that the contract's next proposal gets. */
function nextNumber(db: Database | Transaction, contractId: string): number {
  const last = db
    .select({ number: sql<number | null>`max(${changeOrders.number})` })
    .from(changeOrders)
    .where(eq(changeOrders.contractId, contractId))
    .get()
  return (last?.number ?? 0) + 1
}

/**
 * The text of a change order as its rows give it now, with its hash and its number: that of a draft is the one which it would be proposed
 * with now. Once proposed, it equals the frozen one unless a row was changed.
 */
export function changeOrderText(
  db: Database | Transaction,
  contract: ContractRow,
  change: ChangeOrderRow,
): { text: string; hash: string; number: number } {
  const number = change.number ?? nextNumber(db, contract.id)
  const { number: contractNumber, documentText, documentHash, currency } = contract
  if (!documentText || !documentHash) throw new Error(`A change order of a contract without a text: ${change.id}`)
  const lines = listChangeLines(db, change.id)
  const priced = lines.flatMap(({ bidLineId }) => (bidLineId === null ? [] : [bidLineId]))
  const agreed = db.select().from(bidLines).where(inArray(bidLines.id, priced)).all()
  const milestoneOf = (id: string | null) =>
    id === null ? null : (db.select().from(milestones).where(eq(milestones.id, id)).get() ?? null)
  const text = canonicalChangeOrder({
    ...change,
    number,
    contractNumber,
    contractDigest: documentHash,
    currency,
    parties: frozenParties(documentText),
    lines: lines.map((line) => {
      const source = agreed.find(({ id }) => id === line.bidLineId)
      return { ...line, position: line.position + 1, contractLine: source ? source.position + 1 : null }
    }),
    milestone: milestoneOf(change.milestoneId),
    extendedMilestone: milestoneOf(change.extensionMilestoneId),
    files: listChangeFiles(db, change.id),
  })
  return { text, hash: sha256(text), number }
}
