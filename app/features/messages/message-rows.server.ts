import type { MessageEvent } from '#app/events.ts'
import { messageOfEvent } from '#app/features/conversations/message-events.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { allRows } from '#db/prepared.server.ts'
import type { StoredAttachment, StoredMention, StoredPreview } from '#db/schema/chat.ts'
import type { MessageKind, MessageState } from '#db/vocabulary/chat.ts'
import { replyTextLength } from './limits.ts'
import { referenceTo } from './reply-reference.ts'

/** A message as it comes from `messageColumns`. */
type MessageRow = Pick<
  MessageView,
  'id' | 'conversationId' | 'seq' | 'rev' | 'clientId' | 'kind' | 'state' | 'text' | 'authorId' | 'createdAt'
> &
  Pick<MessageView, 'editedAt' | 'pinnedAt'> & {
    authorName: string | null
    params: string | null
    attachments: string
    mentions: string
    preview: string | null
    reactions: string
    answeredId: string | null
    answeredSeq: number
    answeredKind: MessageKind
    answeredState: MessageState
    answeredText: string
    answeredAuthorId: string | null
    answeredAuthorName: string | null
    answeredAttachments: string
  }

const columns = `
  m.id, m.conversation_id AS conversationId, m.seq, m.rev, m.client_id AS clientId, m.kind, m.state, m.text, m.params,
  m.author_id AS authorId, author.name AS authorName, m.created_at AS createdAt, m.edited_at AS editedAt,
  m.pinned_at AS pinnedAt, m.attachments, m.mentions, m.preview,
  (SELECT json_group_array(json_object('userId', r.user_id, 'emoji', r.emoji) ORDER BY r.created_at, r.user_id, r.emoji)
   FROM message_reactions r WHERE r.message_id = m.id) AS reactions,
  answered.id AS answeredId, answered.seq AS answeredSeq, answered.kind AS answeredKind, answered.state AS answeredState,
  substr(answered.text, 1, ${replyTextLength + 1}) AS answeredText, answered.author_id AS answeredAuthorId,
  answeredAuthor.name AS answeredAuthorName, answered.attachments AS answeredAttachments`

const joins = `
  LEFT JOIN users author ON author.id = m.author_id
  LEFT JOIN messages answered ON answered.id = m.reply_to_id
  LEFT JOIN users answeredAuthor ON answeredAuthor.id = answered.author_id`

/** What a reader has hidden for themselves is not theirs to see. */
export const notHidden = 'NOT EXISTS (SELECT 1 FROM message_hides h WHERE h.user_id = @me AND h.message_id = m.id)'

/** A query for messages `m` as they are shown; `tail` chooses them. */
export const messageQuery = (tail: string) => `SELECT ${columns} FROM messages m ${joins} ${tail}`

/** The messages of such a query. */
export function readMessages(
  db: Database | Transaction,
  query: string,
  bindings: Record<string, string | number | null>,
): MessageView[] {
  return allRows<MessageRow>(db, query, bindings).map(viewOf)
}

const byId = messageQuery('WHERE m.id = @id')

/** A message as everybody sees it, whoever asks. */
export function readMessage(db: Database | Transaction, id: string): MessageView {
  const [message] = readMessages(db, byId, { id })
  if (!message) throw new Error('readMessage: there is no such message')
  return message
}

/** The message of an event: as the verb made it, or, where another process ran it, as it is by now. */
export function messageOf(db: Database, event: MessageEvent): MessageView {
  return messageOfEvent(event) ?? readMessage(db, event.messageId)
}

const nothing = '[]'
const listOf = <Item>(json: string) => (json === nothing ? [] : (JSON.parse(json) as Item[]))

function viewOf(row: MessageRow): MessageView {
  const { id, conversationId, seq, rev, clientId, kind, state, text, authorId, createdAt, editedAt, pinnedAt } = row
  return {
    ...{ id, conversationId, seq, rev, clientId, kind, state, text, authorId, createdAt, editedAt, pinnedAt },
    authorName: row.authorName ?? '',
    params: row.params === null ? null : (JSON.parse(row.params) as NonNullable<MessageView['params']>),
    replyTo: answeredIn(row),
    attachments: listOf<StoredAttachment>(row.attachments),
    mentions: listOf<StoredMention>(row.mentions),
    reactions: listOf<MessageView['reactions'][number]>(row.reactions),
    preview: row.preview === null ? null : (JSON.parse(row.preview) as StoredPreview),
  }
}

function answeredIn(row: MessageRow): MessageView['replyTo'] {
  if (row.answeredId === null) return null
  return referenceTo({
    id: row.answeredId,
    seq: row.answeredSeq,
    kind: row.answeredKind,
    state: row.answeredState,
    text: row.answeredText,
    authorId: row.answeredAuthorId,
    authorName: row.answeredAuthorName ?? '',
    attachments: listOf<StoredAttachment>(row.answeredAttachments),
  })
}
