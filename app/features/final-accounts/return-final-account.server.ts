// verb-rule: recordFinalAccountStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { finalAccountItems, finalAccounts } from '#db/schema/final-accounts.ts'
import { finalAccountRight } from './final-account.ts'
import { listFinalItems } from './final-account-text.server.ts'
import { loadFinalAccount, moveFinalAccount, recordFinalAccountStep } from './load-final-account.server.ts'

/**
 * Returns a final account that the other party has signed, with a reason. It stays as it was signed, and a copy under the next number is
 * written further by both.
 * @throws AppError not_found for strangers; invalid without a reason; whatever the state machine refuses
 */
export function returnFinalAccount(ctx: CompanyContext, input: { contractId: string; reason: string }): void {
  requireRight(ctx, finalAccountRight)
  transact(ctx.db, (tx) => {
    const loaded = loadFinalAccount(tx, ctx, input.contractId)
    const reason = input.reason.trim()
    const set = { decidedAt: ctx.now, returnReason: reason }
    const after = moveFinalAccount(tx, ctx, loaded, { action: 'return', reason, set })
    const copy = {
      ...{ ...loaded.account, id: newId(), number: after.number + 1, status: 'draft' as const, begunBy: loaded.party },
      ...{ netCents: null, vatCents: null, paidCents: null, heldCents: null, retentionCents: null },
      ...{
        writtenBy: null,
        invoicedCents: null,
        documentText: null,
        documentHash: null,
        proposedAt: null,
        decidedAt: null,
      },
      ...{ returnReason: null, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
    }
    tx.insert(finalAccounts).values(copy).run()
    for (const item of listFinalItems(tx, after.id))
      tx.insert(finalAccountItems)
        .values({ ...item, id: newId(), finalAccountId: copy.id })
        .run()
    recordFinalAccountStep(tx, ctx, loaded, after, { step: 'return', more: { copy } })
  })
}
