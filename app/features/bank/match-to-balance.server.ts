import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { matchPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { loadSuspense, requireIndependent } from './load-suspense.server.ts'

/**
 * Credits money in suspense, all of it or a part, to the free balance of the company that it is from, for admins. Several parts
 * divide one payment (ESC-12).
 * @throws AppError invalid for an unknown company, or more than waits; conflict if nothing does
 */
export function matchToBalance(
  ctx: UserContext,
  input: { transferId: string; businessId: string; amountCents: number; submissionId?: string | undefined },
): { companyId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  const { transferId, businessId, amountCents } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'matchToBalance', input, otherContent: 'refuse' }, () => {
      const { openCents, currency } = loadSuspense(tx, transferId)
      const company = tx.select().from(companies).where(eq(companies.businessId, businessId)).get()
      if (!company) throw invalid('bank:refused.unknownCompany', { field: 'businessId' })
      requireIndependent(ctx, company.id)
      if (amountCents > openCents) {
        throw invalid('bank:refused.moreThanWaits', { field: 'amount', params: { openCents, currency } })
      }
      writePosting(tx, ctx, {
        ...matchPosting(transferId, company.id, amountCents),
        idempotencyKey: `match:${newId()}`,
        contractId: null,
        milestoneId: null,
        transferId,
        currency,
      })
      appendAudit(tx, ctx, {
        action: 'escrow.match_transfer',
        subject: { type: 'bank_transfer', id: transferId },
        after: { company: company.id, amountCents },
      })
      recordEvent(tx, ctx, 'balance.credited', { companyId: company.id, amountCents, currency })
      return { companyId: company.id }
    }),
  )
}
