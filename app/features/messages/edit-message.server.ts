// verb-rule: the message is its own record, and only its author can edit it
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordAddressed, recordMessage } from '#app/features/conversations/message-events.server.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { forbidden } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { changeMessage, requireLiveMessage } from './change-message.server.ts'
import { findMentionedMembers } from './compose-message.server.ts'
import { messageText } from './message-text.ts'

/**
 * The author edits their message, at any time (MSG-2). In a moderated group members cannot edit approved messages, because the
 * new text would not have been approved.
 * @throws AppError not_found; forbidden for anybody but the author, for what they have forwarded, for a poll, and for a member of a moderated group; conflict if it is
 * gone; invalid for a bad text.
 */
export function editMessage(
  ctx: UserContext,
  { messageId, text }: { messageId: string; text: string },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message, membership } = requireLiveMessage(tx, ctx, messageId)
    if (message.authorId !== ctx.actor.id) throw forbidden('chatrefused:notAuthor')
    // It is somebody else's word.
    if (message.forwarded) throw forbidden('chatrefused:editForwarded')
    // Who has voted has voted on these words.
    if (message.poll) throw forbidden('chatrefused:editPoll')
    const { role } = membership.member
    const { moderateMessages } = membership.conversation
    if (needsApproval({ role, moderateMessages })) throw forbidden('chatrefused:editApproved')
    const wanted = messageText(text, { mayBeEmpty: message.attachments.length > 0 })
    if (wanted === message.text) return message
    const mentions = findMentionedMembers(ctx.db, message.conversationId, wanted)
    const preview = message.preview && wanted.includes(message.preview.url) ? message.preview : null
    const changed = changeMessage(tx, ctx, message, { text: wanted, mentions, preview, editedAt: ctx.now })
    recordMessage(tx, ctx, 'chat.message.changed', changed)
    const before = message.mentions.map(({ userId }) => userId)
    const mentionedIds = mentions.flatMap(({ userId }) => (before.includes(userId) ? [] : [userId]))
    // The author of the message it replies to was notified when it was sent.
    if (mentionedIds.length > 0) recordAddressed(tx, ctx, changed, { mentionedIds, isDirect: true })
    return changed
  })
  return { conversationId, seq }
}
