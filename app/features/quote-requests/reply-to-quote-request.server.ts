import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { env } from '#app/platform/env.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { quoteReplies } from '#db/schema/quote-requests.ts'
import { changeQuoteRequest, loadQuoteRequest } from './change-quote-request.server.ts'

type Input = { requestId: string; text: string; submissionId?: string | undefined }

/**
 * Replies to whoever asked for a quote or a plan, in a mail with a link to the reply: nobody has verified the address, so its mail carries no text (NOT-3).
 * @throws AppError not_found; conflict for a request that is closed
 */
export function replyToQuoteRequest(ctx: UserContext, input: Input): { replyId: string } {
  requireRight(ctx, 'quoteRequests.handle')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'replyToQuoteRequest', input }, () => {
      const before = loadQuoteRequest(tx, input.requestId)
      const answeredAt = before.answeredAt ?? ctx.now
      const takenBy = before.takenBy ?? ctx.actor.id
      const after = changeQuoteRequest(tx, ctx, before, 'reply', { answeredAt, takenBy })
      const token = newToken()
      const reply = { id: newId(), requestId: before.id, text: input.text, sentBy: ctx.actor.id, sentAt: ctx.now }
      tx.insert(quoteReplies)
        .values({ ...reply, tokenHash: hashToken(token) })
        .run()
      const subject = { type: 'quote_request', id: before.id }
      appendAudit(tx, ctx, { action: 'quote_request.reply', subject, before, after: { ...after, reply } })
      const params = { link: `${env.origin}/quote/replies/${token}` }
      const mail = before.kind === 'sales' ? { template: 'salesReplied' } : { template: 'quoteReplied' }
      enqueueMail(tx, ctx.now, { to: before.email, locale: before.locale, ...mail, params })
      return { replyId: reply.id }
    }),
  )
}
