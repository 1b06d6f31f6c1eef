import { randomInt } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { replyToQuoteRequest } from '#app/features/quote-requests/reply-to-quote-request.server.ts'
import type { QuoteRequestInput } from '#app/features/quote-requests/schemas.server.ts'
import { sendQuoteRequest } from '#app/features/quote-requests/send-quote-request.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'

/** What a visitor sends. */
export const quoteRequestInput = (change: Partial<QuoteRequestInput> = {}): QuoteRequestInput => ({
  ...{ services: ['bathroom', 'painting'], name: 'Mia Virtanen', email: 'mia@example.org', phone: '+358 40 1' },
  ...{ address: 'Koulutie 1', city: 'Espoo', preferredContact: ['email'], preferredTime: undefined },
  ...{ totalArea: 1250, rooms: [{ type: 'Bathroom', areaCenti: 600 }], timeline: 'normal', budget: 'medium' },
  ...{ description: 'A new shower.', additionalNotes: undefined, submissionId: undefined, website: undefined },
  ...change,
})

/** A request that waits for its reply, and one that an admin has answered, with the token of its mailed link. */
export async function createQuoteRequests(
  admin: UserContext,
): Promise<{ quoteRequestId: string; quoteReplyToken: string }> {
  // An address of their own, because requests are counted by address.
  const part = () => randomInt(256)
  const visitor = { ...admin, actor: null, company: null, ip: `10.${part()}.${part()}.${part()}` }
  const send = async (email: string) => {
    await sendQuoteRequest(visitor, quoteRequestInput({ email }), 'en')
    const of = eq(quoteRequests.email, email)
    return admin.db.select().from(quoteRequests).where(of).get()?.id ?? ''
  }
  const suffix = crypto.randomUUID()
  const quoteRequestId = await send(`waits-${suffix}@example.org`)
  const answered = `answered-${suffix}@example.org`
  replyToQuoteRequest(admin, { requestId: await send(answered), text: 'We come on Monday.' })
  const sent = admin.db.select().from(mails).where(eq(mails.recipient, answered)).orderBy(desc(mails.id)).get()
  return { quoteRequestId, quoteReplyToken: String(sent?.params.link).split('/').at(-1) ?? '' }
}
