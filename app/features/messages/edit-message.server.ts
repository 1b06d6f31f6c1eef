// verb-rule: the message is its own record, and only its author gets here
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type {} from '#app/features/conversations/chat-events.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { forbidden } from '#app/platform/errors.ts'
import { publish } from '#app/platform/events.server.ts'
import { transact } from '#db/client.server.ts'
import { changeMessage, requireLiveMessage } from './change-message.server.ts'
import { mentionedIn } from './compose-message.server.ts'
import { messageText } from './message-text.ts'

/**
 * The author says it in other words, whenever they like (MSG-2). What an admin had to approve cannot be changed
 * afterwards by a member, or nothing would have been approved.
 * @throws AppError
 */
export function editMessage(
  ctx: UserContext,
  { messageId, text }: { messageId: string; text: string },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  const { before, after } = transact(ctx.db, (tx) => {
    const { message, membership } = requireLiveMessage(tx, ctx, messageId)
    if (message.authorId !== ctx.actor.id) throw forbidden('chat:refused.notAuthor')
    const { role } = membership.member
    const { moderateMessages } = membership.conversation
    if (needsApproval({ role, moderateMessages })) throw forbidden('chat:refused.editApproved')
    const wanted = messageText(text, { mayBeEmpty: message.attachments.length > 0 })
    if (wanted === message.text) return { before: message, after: message }
    const mentions = mentionedIn(ctx.db, message.conversationId, wanted)
    const preview = message.preview && wanted.includes(message.preview.url) ? message.preview : null
    const changed = changeMessage(tx, ctx, message, { text: wanted, mentions, preview, editedAt: ctx.now })
    return { before: message, after: changed }
  })
  if (after !== before) publish('chat.message.changed', { message: after })
  const named = before.mentions.map(({ userId }) => userId)
  const userIds = after.mentions.flatMap(({ userId }) => (named.includes(userId) ? [] : [userId]))
  if (userIds.length > 0) publish('chat.message.named', { message: after, userIds })
  return { conversationId: after.conversationId, seq: after.seq }
}
