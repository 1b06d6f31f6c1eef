import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { changeOrders, ledgerAccounts, ledgerEntries, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import type { finalAccountItems } from '#db/schema/final-accounts.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'

type Claim = Pick<typeof finalAccountItems.$inferInsert, 'claimant' | 'kind' | 'description' | 'amountCents' | 'answer'>

/** What became of a milestone, in the words of whoever begins the account. */
export type StatusText = (status: MilestoneStatus) => string

/** What a final account begins with beside the contract sum. Part of a verb, which has checked the right. */
export const knownClaims = (tx: Transaction, contract: ContractRow, statusText?: StatusText): Claim[] => [
  ...lapsedClaims(tx, contract.id),
  ...milestoneClaims(tx, contract, statusText),
]

/** Lapsed proposals as claims: an addition that the provider proposed, and a deduction that the client proposed. */
function lapsedClaims(tx: Transaction, contractId: string): Claim[] {
  const lapsed = and(eq(changeOrders.contractId, contractId), eq(changeOrders.status, 'lapsed'))
  const rows = tx.select().from(changeOrders).where(lapsed).orderBy(asc(changeOrders.number)).all()
  return rows.flatMap(({ proposer: claimant, number, title, grossCents }) => {
    const amountCents = claimant === 'provider' ? grossCents : -grossCents
    const description = `${changeOrderName(number)}: ${title}`
    return amountCents > 0
      ? [{ claimant, kind: 'change_order', description, amountCents, answer: 'reserved' } as const]
      : []
  })
}

/**
 * The sum to date counts every milestone. What escrow gave back to the client of one is taken off it as agreed, because the provider consented
 * to it or it was decided. What a terminated contract did not begin is the client's claim.
 */
function milestoneClaims(
  tx: Transaction,
  { id, status: contractStatus }: ContractRow,
  statusText?: StatusText,
): Claim[] {
  const returned = returnedByMilestone(tx, id)
  const rows = tx.select().from(milestones).where(eq(milestones.contractId, id)).orderBy(asc(milestones.position)).all()
  return rows.flatMap(({ id: milestoneId, title, status, amountCents }, index): Claim[] => {
    const claim = {
      claimant: 'client',
      kind: 'claim',
      description: `${index + 1}. ${title}${statusText ? `: ${statusText(status)}` : ''}`,
    } as const
    const returnedCents = returned.get(milestoneId) ?? 0
    if (returnedCents > 0) return [{ ...claim, amountCents: returnedCents, answer: 'agreed' }]
    if (contractStatus !== 'terminated' || status !== 'planned' || amountCents <= 0) return []
    return [{ ...claim, amountCents, answer: 'reserved' }]
  })
}

/** What escrow gave back to the client, in cents, by milestone. */
function returnedByMilestone(tx: Transaction, contractId: string): Map<string | null, number> {
  const { id, milestoneId, kind, contractId: of } = ledgerPostings
  const rows = tx
    .select({ milestoneId, cents: sql<number>`-sum(${ledgerEntries.amountCents})` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        eq(of, contractId),
        inArray(kind, ['refund', 'resolution', 'retention_resolution']),
        eq(ledgerAccounts.kind, 'client_funds'),
      ),
    )
    .groupBy(milestoneId)
    .all()
  return new Map(rows.map((row) => [row.milestoneId, row.cents]))
}
