import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'
import { addMembers } from './conversation-members.server.ts'
import { insertConversation } from './insert-conversation.server.ts'
import { peopleAmong } from './people-queries.server.ts'
import { recordConversationChange } from './record-conversation-change.server.ts'

/**
 * Opens the direct conversation with somebody: the one there is, or the first. Only with people that the caller can find.
 * @throws AppError invalid for oneself; not_found; forbidden
 */
export function openDirect(ctx: UserContext, input: { userId: string }): { conversationId: string } {
  const { userId } = input
  const userIds = [ctx.actor.id, userId].sort()
  const directKey = userIds.join(':')
  if (userId === ctx.actor.id) throw invalid('chatrefused:self')
  const conversationId = transact(ctx.db, (tx) => {
    const known = tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.directKey, directKey))
      .get()
    if (known) return known.id
    if (peopleAmong(ctx, [userId]).length === 0) throw notFound('chatrefused:noPerson')
    requireRight(ctx, 'messages.send')
    const id = insertConversation(tx, ctx.now, { type: 'direct', directKey, createdBy: ctx.actor.id })
    addMembers(tx, {
      conversationId: id,
      people: userIds.map((one) => ({ userId: one, role: 'member' })),
      by: ctx.actor.id,
      now: ctx.now,
    })
    appendAudit(tx, ctx, {
      action: 'conversation.open_direct',
      subject: { type: 'conversation', id },
      after: { userIds },
    })
    recordConversationChange(tx, ctx, { conversationId: id, memberIds: userIds, joined: userIds })
    return id
  })
  return { conversationId }
}
