import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { maxScheduled, maxScheduledAheadMs } from '#app/features/messages/limits.ts'
import { messageText } from '#app/features/messages/message-text.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'

export type ScheduledRow = typeof scheduledMessages.$inferSelect

/** A message of the caller that is still to be sent. @throws AppError not_found; conflict once it was sent, cancelled or refused. */
export function requirePending(tx: Transaction, ctx: UserContext, id: string): ScheduledRow {
  const own = and(eq(scheduledMessages.id, id), eq(scheduledMessages.authorId, ctx.actor.id))
  const row = tx.select().from(scheduledMessages).where(own).get()
  if (!row) throw notFound('chatrefused:noMessage')
  if (row.status !== 'pending') throw conflict('chatrefused:notScheduled')
  return row
}

/** The checked text and time of a message to send later. @throws AppError invalid */
export function scheduledContent(
  { now }: Pick<UserContext, 'now'>,
  { text, sendAt }: { text: string; sendAt: number },
) {
  if (sendAt <= now || sendAt > now + maxScheduledAheadMs)
    throw invalid('chatrefused:scheduleTime', { field: 'sendAt' })
  return { text: messageText(text, { mayBeEmpty: false }), sendAt }
}

/** @throws AppError invalid if the caller has as many waiting as anybody may. */
export function requireRoom(tx: Transaction, ctx: UserContext): void {
  const waiting = and(eq(scheduledMessages.authorId, ctx.actor.id), eq(scheduledMessages.status, 'pending'))
  const rows = tx.select({ id: scheduledMessages.id }).from(scheduledMessages).where(waiting).all()
  if (rows.length >= maxScheduled) throw invalid('chatrefused:tooManyScheduled', { params: { count: maxScheduled } })
}
