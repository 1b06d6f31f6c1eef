// verb-rule: recordFinalAccountStep writes the audit row
import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { changeOrderName } from '#app/features/change-orders/change-order.ts'
import { takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { finalAccountItems, finalAccounts } from '#db/schema/final-accounts.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { finalAccountRight } from './final-account.ts'
import { latestFinalAccount, recordFinalAccountStep } from './load-final-account.server.ts'

/** Whether the final account of a contract can be written: once the work is taken over, or the contract has ended (YSE 1998, § 73). */
export const isDueForFinalAccount = (db: Database | Transaction, { id, status }: ContractRow): boolean =>
  status === 'completed' || status === 'terminated' || (status === 'active' && takenOverOn(db, id) !== null)

/**
 * Begins the final account of a contract, for either party, with what is known: proposals of changes that lapsed unanswered (CON-17) are
 * claims of whoever proposed them.
 * @throws AppError not_found for strangers; conflict before the handover or the end of the contract, and where there is one already
 */
export function beginFinalAccount(
  ctx: CompanyContext,
  input: { contractId: string; submissionId?: string | undefined },
): { finalAccountId: string } {
  requireRight(ctx, finalAccountRight)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'beginFinalAccount', input }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (!isDueForFinalAccount(tx, contract)) throw conflict('finalaccount:refused.tooEarly')
      if (latestFinalAccount(tx, contract.id)) throw conflict('finalaccount:refused.alreadyBegun')
      const row = {
        ...{ id: newId(), contractId: contract.id, number: 1, begunBy: party, status: 'draft' as const },
        ...{ netCents: null, vatCents: null, paidCents: null, heldCents: null, retentionCents: null },
        ...{ invoicedCents: null, documentText: null, documentHash: null, proposedAt: null, decidedAt: null },
        ...{ returnReason: null, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(finalAccounts).values(row).run()
      const claims = lapsedClaims(tx, contract.id)
      for (const [position, claim] of claims.entries())
        tx.insert(finalAccountItems)
          .values({
            ...{ ...claim, id: newId(), finalAccountId: row.id, position, kind: 'change_order' as const },
            ...{ answer: 'reserved' as const, answerText: '' },
          })
          .run()
      recordFinalAccountStep(tx, ctx, { contract, account: row, party }, row, { step: 'begin', more: { claims } })
      return { finalAccountId: row.id }
    }),
  )
}

/** Lapsed proposals as claims: an addition that the provider proposed, and a deduction that the client proposed. */
function lapsedClaims(tx: Transaction, contractId: string) {
  const lapsed = and(eq(changeOrders.contractId, contractId), eq(changeOrders.status, 'lapsed'))
  const rows = tx.select().from(changeOrders).where(lapsed).orderBy(asc(changeOrders.number)).all()
  return rows.flatMap(({ proposer, number, title, grossCents }) => {
    const amountCents = proposer === 'provider' ? grossCents : -grossCents
    const claimant: ContractParty = proposer
    return amountCents > 0 ? [{ claimant, description: `${changeOrderName(number)}: ${title}`, amountCents }] : []
  })
}
