// verb-rule: visitors without an account ask for a quote; no user's right is involved
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { countMail } from '#app/features/accounts/mail-allowance.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'
import { replyWithin } from './quote-request.ts'
import type { QuoteRequestInput } from './schemas.server.ts'

/**
 * Stores a quote request, mails its sender that it has arrived, and tells the admins. The same form sent twice is one request. A form whose
 * trap is filled in comes from a program: it is thrown away, and the answer is the same.
 * @param locale the language that the sender reads
 * @throws AppError rate_limited: too many from one address, or to one mailbox
 */
export async function sendQuoteRequest(ctx: Context, input: QuoteRequestInput, locale: string): Promise<void> {
  const { website, submissionId: submissionKey = newId(), totalArea, rooms, ...fields } = input
  if (website) return
  if (findSubmitted(ctx, submissionKey)) return
  await consumePoint(ctx.db.$client, rateLimits.quoteRequest, addressKey(ctx.ip))
  await countMail(ctx, 'quote', input.email)
  transact(ctx.db, (tx) => {
    const row = {
      ...{ id: newId(), submissionKey, status: 'new' as const, ...fields, rooms, totalAreaCenti: totalArea, locale },
      ...{ createdAt: ctx.now, replyBy: ctx.now + replyWithin, updatedAt: ctx.now },
    }
    const { changes } = tx.insert(quoteRequests).values(row).onConflictDoNothing().run()
    if (changes === 0) return
    appendAudit(tx, ctx, { action: 'quote_request.send', subject: { type: 'quote_request', id: row.id }, after: row })
    // Anybody can type any address: the mail says nothing of what was typed (NOT-3).
    enqueueMail(tx, ctx.now, { to: input.email, locale, template: 'quoteRequested', params: {} })
    recordEvent(tx, ctx, 'quote_request.sent', { requestId: row.id })
  })
}

const findSubmitted = ({ db }: Context, submissionKey: string) =>
  db.select({ id: quoteRequests.id }).from(quoteRequests).where(eq(quoteRequests.submissionKey, submissionKey)).get()
