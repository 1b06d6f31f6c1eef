// verb-rule: visitors without an account ask for a quote or a plan; no user's right is involved
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
import type { QuoteRequestInput, SalesRequestInput } from './schemas.server.ts'

/** What a form says of itself: its id, and what is in its trap. */
type Form = { submissionId?: string | undefined; website?: string | undefined }
type Asked = Omit<
  typeof quoteRequests.$inferInsert,
  'id' | 'submissionKey' | 'status' | 'locale' | 'createdAt' | 'replyBy' | 'updatedAt'
> & { kind: 'quote' | 'sales' }

/**
 * Stores a quote request, mails its sender that it has arrived, and tells the admins. The same form sent twice is one request. A form whose
 * trap is filled in comes from a program: it is thrown away, and the answer is the same.
 * @param locale the language that the sender reads
 * @throws AppError rate_limited: too many from one address, or to one mailbox
 */
export function sendQuoteRequest(ctx: Context, input: QuoteRequestInput, locale: string): Promise<void> {
  const { website, submissionId, totalArea, ...fields } = input
  return send(ctx, { website, submissionId }, { ...fields, kind: 'quote', totalAreaCenti: totalArea }, locale)
}

/**
 * Stores a question about a plan in the same inbox, with the same promise, and otherwise like a quote request (PUB-1).
 * @throws AppError rate_limited: counted together with quote requests
 */
export function sendSalesRequest(ctx: Context, input: SalesRequestInput, locale: string): Promise<void> {
  const { website, submissionId, phone = '', message: description, ...fields } = input
  const noWork = {
    services: [],
    rooms: [],
    timeline: 'normal',
    budget: 'not_sure',
    preferredContact: [],
  } satisfies Partial<Asked>
  const asked = { ...noWork, ...fields, phone, description }
  return send(ctx, { website, submissionId }, { ...asked, kind: 'sales' }, locale)
}

async function send(ctx: Context, form: Form, asked: Asked, locale: string): Promise<void> {
  const { website, submissionId: submissionKey = newId() } = form
  if (website) return
  if (findSubmitted(ctx, submissionKey)) return
  await consumePoint(ctx.db.$client, rateLimits.quoteRequest, addressKey(ctx.ip))
  await countMail(ctx, 'quote', asked.email)
  transact(ctx.db, (tx) => {
    const row = {
      ...{ id: newId(), submissionKey, status: 'new' as const, ...asked, locale },
      ...{ createdAt: ctx.now, replyBy: ctx.now + replyWithin, updatedAt: ctx.now },
    }
    const { changes } = tx.insert(quoteRequests).values(row).onConflictDoNothing().run()
    if (changes === 0) return
    appendAudit(tx, ctx, { action: 'quote_request.send', subject: { type: 'quote_request', id: row.id }, after: row })
    // Anybody can type any address: the mail says nothing of what was typed (NOT-3).
    const mail = asked.kind === 'sales' ? { template: 'salesRequested' } : { template: 'quoteRequested' }
    enqueueMail(tx, ctx.now, { to: asked.email, locale, ...mail, params: {} })
    recordEvent(tx, ctx, 'quote_request.sent', { requestId: row.id, kind: asked.kind })
  })
}

const findSubmitted = ({ db }: Context, submissionKey: string) =>
  db.select({ id: quoteRequests.id }).from(quoteRequests).where(eq(quoteRequests.submissionKey, submissionKey)).get()
