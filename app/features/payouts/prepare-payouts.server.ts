import { sql as raw } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { isParty } from './load-run.server.ts'
import { payableOf } from './payable.server.ts'

/**
 * Prepares a run of payouts, for admins: each chosen balance, whole, to the account that its company has now (ESC-18), and payments in suspense back to
 * the account that they came from (ESC-27). It moves no money: another admin approves it.
 * @param input.accountIds ledger accounts of companies and of transfers in suspense
 * @throws AppError forbidden for whoever works for one of the companies; conflict if a balance cannot be paid out any more
 */
export function preparePayouts(
  ctx: UserContext,
  input: { accountIds: readonly string[]; submissionId?: string | undefined },
): { runId: string } {
  requireRight(ctx, 'escrow.payOut')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'preparePayouts', input, otherContent: 'refuse' }, () => {
      const chosen = [...new Set(input.accountIds)].map((id) => payableOf(tx, ctx.now, id))
      const runId = newId()
      const rows = chosen.map((balance) => {
        if (!balance || balance.cents <= 0 || balance.obstacle || balance.iban === null) {
          throw conflict('payouts:refused.notPayable', { params: { company: balance?.name ?? '–' } })
        }
        const { companyId, transferId, source, currency, iban, bic, name, cents } = balance
        if (isParty(ctx, [{ companyId, iban }])) throw forbidden('bank:refused.adminIsParty')
        const to = { companyId, transferId, source, payeeName: name, iban, bic, amountCents: cents, currency }
        return { ...to, id: newId(), runId, status: 'prepared' as const, updatedAt: ctx.now }
      })
      const last = tx
        .select({ number: raw<number>`coalesce(max(${payoutRuns.number}), 0)` })
        .from(payoutRuns)
        .get()
      const run = { id: runId, number: (last?.number ?? 0) + 1, status: 'prepared' as const }
      tx.insert(payoutRuns)
        .values({ ...run, preparedBy: ctx.actor.id, preparedAt: ctx.now })
        .run()
      tx.insert(payouts).values(rows).run()
      appendAudit(tx, ctx, {
        action: 'payout.prepare',
        subject: { type: 'payout_run', id: runId },
        after: { ...run, payments: rows },
      })
      return { runId }
    }),
  )
}
