import { setImmediate } from 'node:timers/promises'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { changeMessage, requireLiveMessage } from '#app/features/messages/change-message.server.ts'
import { readMessage } from '#app/features/messages/message-rows.server.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { polls } from '#db/schema/messages/polls.ts'

/**
 * The author closes a poll, for good: nobody votes after that (MSG-28).
 * @throws AppError not_found; forbidden for anybody else; conflict if it is closed or the message gone.
 */
export function closePoll(
  ctx: UserContext,
  { messageId }: { messageId: string },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  return transact(ctx.db, (tx) => {
    const { message } = requireLiveMessage(tx, ctx, messageId)
    if (!message.poll) throw notFound('chatrefused:noMessage')
    if (message.authorId !== ctx.actor.id) throw forbidden('chatrefused:pollAuthor')
    if (message.poll.closedAt !== null) throw conflict('chatrefused:pollClosed')
    close(tx, ctx, message, ctx.now)
    const { conversationId, seq } = message
    return { conversationId, seq }
  })
}

/** How many one run closes; the next goes on. */
const perRun = 200

/** Closes the polls whose time has come, each in a transaction of its own that asks again. Returns the number closed. */
export async function closeDuePolls(ctx: Context): Promise<number> {
  const { messageId, closesAt, closedAt } = polls
  const due = and(isNull(closedAt), lte(closesAt, ctx.now))
  const rows = ctx.db.select({ messageId, closesAt }).from(polls).where(due).orderBy(closesAt).limit(perRun).all()
  for (const row of rows) {
    transact(ctx.db, (tx) => {
      const open = and(eq(messageId, row.messageId), due)
      if (tx.select({ messageId }).from(polls).where(open).get())
        close(tx, ctx, readMessage(tx, row.messageId), row.closesAt ?? ctx.now)
    })
    await setImmediate()
  }
  return rows.length
}

function close(tx: Transaction, ctx: Context, message: MessageView, closedAt: number): void {
  tx.update(polls).set({ closedAt }).where(eq(polls.messageId, message.id)).run()
  const changed = changeMessage(tx, ctx, message)
  recordMessage(tx, ctx, 'chat.message.changed', changed)
  appendAudit(tx, ctx, {
    action: 'poll.close',
    subject: { type: 'message', id: message.id },
    before: message.poll,
    after: changed.poll,
  })
}
