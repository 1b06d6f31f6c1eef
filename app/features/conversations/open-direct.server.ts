import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'
import { addMembers } from './conversation-members.server.ts'
import { insertConversation } from './insert-conversation.server.ts'
import { reachablePeople } from './people-queries.server.ts'
import { recordConversationChange } from './record-conversation-change.server.ts'

/**
 * Returns the direct conversation with a user, and creates it if there is none.
 * @throws AppError invalid for the caller themselves; not_found for a user the caller cannot write to; forbidden without the
 * right to send messages.
 */
export function openDirect(ctx: UserContext, input: { userId: string }): { conversationId: string } {
  requireRight(ctx, 'messages.update')
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
    if (reachablePeople(ctx, [userId]).length === 0) throw notFound('chatrefused:noPerson')
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
