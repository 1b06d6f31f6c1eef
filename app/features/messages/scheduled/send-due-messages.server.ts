// verb-rule: a job sends in the name, and with the rights, of whoever scheduled it; the message is its own record
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { findActiveUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { AppError, forbidden } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'
import type { ScheduledRow } from './scheduled-rows.server.ts'
import { sendRow } from './send-scheduled-message.server.ts'

/** How many one run sends; the next goes on. */
const perRun = 200

/**
 * Sends the messages whose time has come, each in a transaction of its own that asks again, so that repeating or interrupting it sends
 * none twice (MSG-25). One that may not be sent any more is refused, and its author is told. Returns the number sent.
 */
export async function sendDueMessages(ctx: Context): Promise<number> {
  const due = and(eq(scheduledMessages.status, 'pending'), lte(scheduledMessages.sendAt, ctx.now))
  const { id, sendAt } = scheduledMessages
  const rows = ctx.db
    .select({ id })
    .from(scheduledMessages)
    .where(due)
    .orderBy(asc(sendAt), asc(id))
    .limit(perRun)
    .all()
  let sent = 0
  for (const row of rows) {
    if (sendDue(ctx, row.id)) sent += 1
    await setImmediate()
  }
  return sent
}

function sendDue(ctx: Context, id: string): boolean {
  try {
    return transact(ctx.db, (tx) => {
      const row = findDue(tx, ctx, id)
      if (row) sendRow(tx, authorOf(ctx, row), row)
      return row !== null
    })
  } catch (error) {
    // Whatever else fails passes, and the next run tries again.
    if (error instanceof AppError) refuse(ctx, id, error)
    else logger.error({ err: error, scheduled: id }, 'a scheduled message could not be sent')
    return false
  }
}

/** Null where it was sent, changed or cancelled meanwhile. */
function findDue(tx: Transaction, ctx: Context, id: string): ScheduledRow | null {
  const row = tx.select().from(scheduledMessages).where(eq(scheduledMessages.id, id)).get()
  return row?.status === 'pending' && row.sendAt <= ctx.now ? row : null
}

function refuse(ctx: Context, id: string, { text }: AppError): void {
  transact(ctx.db, (tx) => {
    const row = findDue(tx, ctx, id)
    if (!row) return
    const set = { status: 'refused' as const, refusal: text, updatedAt: ctx.now }
    tx.update(scheduledMessages).set(set).where(eq(scheduledMessages.id, id)).run()
    const { conversationId, authorId } = row
    recordEvent(tx, ctx, 'chat.scheduled.refused', { scheduledId: id, conversationId, authorId })
  })
}

/** @throws AppError forbidden where the account is closed */
function authorOf(ctx: Context, { authorId }: ScheduledRow): UserContext {
  const found = findActiveUser(ctx.db, authorId)
  if (!found) throw forbidden('chatrefused:right.send')
  const { company, ...actor } = found
  return { ...ctx, actor, company }
}
