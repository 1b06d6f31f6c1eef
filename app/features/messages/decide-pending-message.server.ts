import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { adminsOf, findMembership, requireMembership } from '#app/features/conversations/access.server.ts'
import { recordAddressed, recordMessage } from '#app/features/conversations/message-events.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { change } from '#db/prepared.server.ts'
import { users } from '#db/schema/accounts.ts'
import { pendingMessages } from '#db/schema/chat.ts'
import { attachmentsOf, kindOf } from './attachments.server.ts'
import { findReply, mentionedIn } from './compose-message.server.ts'
import { insertMessage } from './insert-message.server.ts'

type Held = typeof pendingMessages.$inferSelect

/**
 * An admin of a moderated group lets a message through, which then is said now, or turns it down (GRP-2).
 * @throws AppError
 */
export function decidePendingMessage(
  ctx: UserContext,
  { heldId, approve }: { heldId: string; approve: boolean },
): { conversationId: string } {
  requireRight(ctx, 'groups.manage')
  return transact(ctx.db, (tx) => {
    const waiting = tx.select().from(pendingMessages).where(eq(pendingMessages.id, heldId)).get()
    if (!waiting) throw notFound('chatrefused:noMessage')
    requireMembership(tx, ctx, waiting.conversationId, 'decideHeld')
    const status = approve ? 'approved' : 'denied'
    const { changes } = tx
      .update(pendingMessages)
      .set({ status, decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(eq(pendingMessages.id, heldId), eq(pendingMessages.status, 'waiting')))
      .run()
    if (changes !== 1) throw conflict('chatrefused:decided')
    const { conversationId, authorId } = waiting
    appendAudit(tx, ctx, {
      action: approve ? 'message.approve' : 'message.deny',
      subject: { type: 'message', id: heldId },
      before: { status: waiting.status, text: waiting.text },
      after: { status },
      detail: { conversationId, authorId },
    })
    if (approve) letThrough(tx, ctx, waiting)
    const pending = { pendingMessageId: heldId, conversationId, authorId }
    recordEvent(tx, ctx, 'chat.pending.decided', { ...pending, approved: approve })
    const userIds = [...adminsOf(tx, conversationId), authorId]
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
    return { conversationId }
  })
}

/** To its author it is no news, unless something else above it is. */
const readOwn = `
  UPDATE conversation_members SET last_read_seq = @seq, last_delivered_seq = @seq
  WHERE conversation_id = @conversationId AND user_id = @authorId AND last_read_seq = @seq - 1`

/** It keeps its id, by which its files are known to be spent. */
function letThrough(tx: Transaction, ctx: UserContext, held: Held): void {
  const { id, conversationId, authorId, clientId, text, replyToId, fileIds } = held
  const author = tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, authorId)).get()
  if (!author || !findMembership(tx, authorId, conversationId)) throw conflict('chatrefused:authorLeft')
  const files = attachmentsOf(ctx.db, fileIds)
  const attachments = fileIds.flatMap((fileId) => files.get(fileId) ?? [])
  const mentions = mentionedIn(ctx.db, conversationId, text)
  const replyTo = replyToId === null ? null : findReply(ctx.db, conversationId, replyToId)
  const said = { id, conversationId, clientId, author, text, attachments, mentions, replyTo, now: ctx.now }
  const message = insertMessage(tx, { ...said, kind: kindOf(attachments) })
  change(tx, readOwn, { conversationId, authorId, seq: message.seq })
  recordMessage(tx, ctx, 'chat.message.stored', message)
  recordAddressed(tx, ctx, message, { mentionedIds: mentions.map(({ userId }) => userId), isDirect: false })
}
