// verb-rule: the message is its own record, and only its author gets here
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordAddressed, recordMessage } from '#app/features/conversations/message-events.server.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { forbidden } from '#app/platform/errors.ts'
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
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message, membership } = requireLiveMessage(tx, ctx, messageId)
    if (message.authorId !== ctx.actor.id) throw forbidden('chatrefused:notAuthor')
    const { role } = membership.member
    const { moderateMessages } = membership.conversation
    if (needsApproval({ role, moderateMessages })) throw forbidden('chatrefused:editApproved')
    const wanted = messageText(text, { mayBeEmpty: message.attachments.length > 0 })
    if (wanted === message.text) return message
    const mentions = mentionedIn(ctx.db, message.conversationId, wanted)
    const preview = message.preview && wanted.includes(message.preview.url) ? message.preview : null
    const changed = changeMessage(tx, ctx, message, { text: wanted, mentions, preview, editedAt: ctx.now })
    recordMessage(tx, ctx, 'chat.message.changed', changed)
    const named = message.mentions.map(({ userId }) => userId)
    const mentionedIds = mentions.flatMap(({ userId }) => (named.includes(userId) ? [] : [userId]))
    // Whom it answers has heard of it, as far as they want to, when it was sent.
    if (mentionedIds.length > 0) recordAddressed(tx, ctx, changed, { mentionedIds, isDirect: true })
    return changed
  })
  return { conversationId, seq }
}
