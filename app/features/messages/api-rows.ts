import { avatarUrl } from '#app/features/accounts/avatar.ts'
import type { ConversationSummary, PersonView } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { systemLineOf } from '#app/features/conversations/system-line.ts'
import type { Message } from '#app/platform/errors.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { toWire } from './wire.ts'

/** A conversation as the API returns it, with the field names that existing clients know (MSG-13). Times are ISO 8601. */
export function conversationRow(
  conversation: ConversationSummary,
  readerId: string,
  translate: (message: Message) => string,
) {
  const { id, name, description, type, lastMessage, lastMessageAt, unread, memberCount, role } = conversation
  return {
    id,
    name,
    // Groups have no avatar.
    avatar: avatarUrl(conversation.otherUserId),
    description,
    type,
    last_message: lastMessage && contentOf(lastMessage, readerId, translate),
    last_message_time: new Date(lastMessageAt).toISOString(),
    unread_count: unread,
    member_count: memberCount,
    role,
    group_type: conversation.groupType,
    privacy: conversation.privacy,
    muted: conversation.level === 'none',
    notifications: conversation.level,
    pinned: conversation.pinnedAt !== null,
    last_seq: conversation.lastSeq,
    last_read_seq: conversation.lastReadSeq,
  }
}

/** The content of a message in the user's language. A file without a text is named by its kind. */
function contentOf(
  message: Pick<MessageView, 'kind' | 'state' | 'text' | 'params'>,
  readerId: string,
  translate: (message: Message) => string,
): string {
  const { kind, state, text, params } = message
  if (kind === 'system')
    return translate({ key: `chat:system.${systemLineOf(message, readerId)}`, ...(params ? { params } : {}) })
  const wordless = state === 'live' && kind !== 'text' && text.trim() === ''
  return wordless ? translate({ key: `livechat:file.${kind}` }) : text
}

/** A message as the API returns it. Reactions are JSON text here (MSG-13); in socket events they are a list. */
export function messageRow(
  message: MessageView,
  readerId: string,
  translate: (message: Message) => string,
): Omit<WireMessage, 'reactions'> & { reactions: string } {
  const wire = toWire(message)
  return { ...wire, content: contentOf(message, readerId, translate), reactions: JSON.stringify(wire.reactions) }
}

/** A person as the API returns them (MSG-13). */
export function personRow({ id, name, email, phone, jobTitle, companyName }: PersonView) {
  return {
    user_id: id,
    id,
    name,
    email,
    phone,
    avatar: avatarUrl(id),
    job_title: jobTitle,
    company_name: companyName,
    status: 'active' as const,
  }
}
