import { avatarUrl } from '#app/features/accounts/avatar.ts'
import type { ConversationSummary, PersonView } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Message } from '#app/platform/errors.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { toWire } from './wire.ts'

/** Rows of the API, with the names that older clients know (MSG-13). Times are ISO 8601. */
export function conversationRow(conversation: ConversationSummary, say: (message: Message) => string) {
  const { id, name, description, type, lastMessage, lastMessageAt, unread, memberCount, role } = conversation
  return {
    id,
    name,
    // A group has no picture of its own.
    avatar: avatarUrl(conversation.otherUserId),
    description,
    type,
    last_message: lastMessage && contentOf(lastMessage, say),
    last_message_time: new Date(lastMessageAt).toISOString(),
    unread_count: unread,
    member_count: memberCount,
    role,
    group_type: conversation.groupType,
    privacy: conversation.privacy,
    muted: conversation.muted,
    last_seq: conversation.lastSeq,
    last_read_seq: conversation.lastReadSeq,
  }
}

/** What a message says in the reader's language: files without words are named by their kind (section 5). */
function contentOf(
  { kind, state, text, params }: Pick<MessageView, 'kind' | 'state' | 'text' | 'params'>,
  say: (message: Message) => string,
): string {
  if (kind === 'system') return say({ key: `chat:system.${text}`, ...(params ? { params } : {}) })
  const wordless = state === 'live' && kind !== 'text' && text.trim() === ''
  return wordless ? say({ key: `chat:list.file.${kind}` }) : text
}

/** Reactions are JSON text here (MSG-13); events carry them as a list. */
export function messageRow(
  message: MessageView,
  say: (message: Message) => string,
): Omit<WireMessage, 'reactions'> & { reactions: string } {
  const wire = toWire(message)
  return { ...wire, content: contentOf(message, say), reactions: JSON.stringify(wire.reactions) }
}

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
