// verb-rule: recordFinalAccountStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { partsTakenOver, takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { boolean } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { finalAccountItems, finalAccounts } from '#db/schema/final-accounts.ts'
import { sql } from '#db/sql.server.ts'
import { finalAccountRight } from './final-account.ts'
import { knownClaims, type StatusText } from './known-claims.server.ts'
import { latestFinalAccount, recordFinalAccountStep } from './load-final-account.server.ts'

/**
 * Whether the final account of a contract can be written (YSE 1998, § 73): once all of the work is taken over, or the contract has ended. Where
 * parts were handed over, a completed contract waits for the rest.
 */
export const isDueForFinalAccount = (db: Database | Transaction, { id, status }: ContractRow): boolean =>
  status === 'terminated' ||
  takenOverOn(db, id) !== null ||
  (status === 'completed' && partsTakenOver(db, id).length === 0)

/**
 * Whether a final account that can be written is one that the parties are asked for: the work was taken over by a protocol, which it follows, the
 * contract was terminated, or a proposal of a change lapsed unanswered and is a claim. Whoever paid and released everything without a handover has
 * nothing to settle, and can still write one.
 */
export const asksForFinalAccount = (db: Database | Transaction, { id, status }: ContractRow): boolean =>
  status === 'terminated' || takenOverOn(db, id) !== null || hasLapsed.one(db, { contract: id }).found

const hasLapsed = sql(
  { params: { contract: contracts.id }, row: { found: boolean } },
  `SELECT EXISTS (SELECT 1 FROM change_orders WHERE contract_id = :contract AND status = 'lapsed') AS found`,
)

/**
 * Begins the final account of a contract, for either party, with what is known: proposals of changes that lapsed unanswered (CON-17) are
 * claims of whoever proposed them, and of the milestones, what went back to the client or was not begun is taken off the sum (`knownClaims`).
 * @throws AppError not_found for strangers; conflict before the handover or the end of the contract, and where there is one already
 */
export function beginFinalAccount(
  ctx: CompanyContext,
  { statusText, ...input }: { contractId: string; statusText?: StatusText; submissionId?: string | undefined },
): { finalAccountId: string } {
  requireRight(ctx, finalAccountRight)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'beginFinalAccount', input }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (!isDueForFinalAccount(tx, contract)) throw conflict('finalaccount:refused.tooEarly')
      if (latestFinalAccount(tx, contract.id)) throw conflict('finalaccount:refused.alreadyBegun')
      const row = {
        ...{
          id: newId(),
          contractId: contract.id,
          number: 1,
          begunBy: party,
          status: 'draft' as const,
          writtenBy: null,
        },
        ...{ netCents: null, vatCents: null, paidCents: null, heldCents: null, retentionCents: null },
        ...{ invoicedCents: null, documentText: null, documentHash: null, proposedAt: null, decidedAt: null },
        ...{ returnReason: null, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(finalAccounts).values(row).run()
      const claims = knownClaims(tx, contract, statusText)
      for (const [position, claim] of claims.entries())
        tx.insert(finalAccountItems)
          .values({
            ...{ ...claim, id: newId(), finalAccountId: row.id, position, answerText: '' },
          })
          .run()
      recordFinalAccountStep(tx, ctx, { contract, account: row, party }, row, { step: 'begin', more: { claims } })
      return { finalAccountId: row.id }
    }),
  )
}
