// verb-rule: a scheduled job reminds staff; no user's right is involved
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'
import { sql } from '#db/sql.server.ts'
import { remindBefore } from './quote-request.ts'

const due = sql(
  { params: { until: quoteRequests.replyBy }, row: columns(quoteRequests, 'id', 'replyBy') },
  `SELECT id, reply_by AS replyBy FROM quote_requests INDEXED BY quote_requests_open
   WHERE status IN ('new', 'in_progress') AND reply_by <= :until AND reminded_at IS NULL AND answered_at IS NULL ORDER BY reply_by LIMIT 200`,
)

/** Tells the admins, once for each, of requests whose reply is due within four hours or over. Returns the number of reminders. */
export function remindQuoteRequests(ctx: Context): number {
  let reminded = 0
  for (const { id, replyBy } of due.all(ctx.db, { until: ctx.now + remindBefore })) {
    reminded += transact(ctx.db, (tx) => {
      const { changes } = tx
        .update(quoteRequests)
        .set({ remindedAt: ctx.now })
        .where(and(eq(quoteRequests.id, id), isNull(quoteRequests.remindedAt)))
        .run()
      if (changes === 0) return 0
      appendAudit(tx, ctx, { action: 'quote_request.remind', subject: { type: 'quote_request', id } })
      recordEvent(tx, ctx, 'quote_request.due', { requestId: id, replyByAt: replyBy })
      return 1
    })
  }
  return reminded
}
