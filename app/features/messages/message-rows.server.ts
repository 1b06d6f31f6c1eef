import type { MessageEvent } from '#app/events.ts'
import { messageOfEvent } from '#app/features/conversations/message-events.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, type Fields, list, nullable, text, type Values } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messageReactions, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { replyTextLength } from './limits.ts'
import { referenceTo } from './reply-reference.ts'

const message = {
  ...columns(messages, 'id', 'conversationId', 'seq', 'rev', 'clientId', 'kind', 'state', 'text', 'authorId'),
  ...columns(messages, 'createdAt', 'editedAt', 'pinnedAt', 'params', 'attachments', 'mentions', 'preview'),
  authorName: nullable(users.name),
  reactions: list(columns(messageReactions, 'userId', 'emoji')),
  answeredId: nullable(messages.id),
  answeredSeq: nullable(messages.seq),
  answeredKind: nullable(messages.kind),
  answeredState: nullable(messages.state),
  answeredText: nullable(text),
  answeredAuthorId: messages.authorId,
  answeredAuthorName: nullable(users.name),
  answeredAttachments: nullable(messages.attachments),
}

const selected = `
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
export const notHidden = 'NOT EXISTS (SELECT 1 FROM message_hides h WHERE h.user_id = :me AND h.message_id = m.id)'

/** A query for messages `m` as they are shown; `tail` chooses them. */
export function messageQuery<P extends Fields>(params: P, tail: string) {
  const query = sql({ params, row: message }, `SELECT ${selected} FROM messages m ${joins} ${tail}`)
  return { read: (...given: Parameters<typeof query.all>): MessageView[] => query.all(...given).map(viewOf) }
}

const byId = messageQuery({ id: messages.id }, 'WHERE m.id = :id')

/** A message as everybody sees it, whoever asks. */
export function readMessage(db: Database | Transaction, id: string): MessageView {
  const [message] = byId.read(db, { id })
  if (!message) throw new Error('readMessage: there is no such message')
  return message
}

/** The message of an event: as the verb made it, or, where another process ran it, as it is by now. */
export function messageOf(db: Database, event: MessageEvent): MessageView {
  return messageOfEvent(event) ?? readMessage(db, event.messageId)
}

type MessageRow = Values<typeof message>

function viewOf(row: MessageRow): MessageView {
  const { id, conversationId, seq, rev, clientId, kind, state, text, authorId, createdAt, editedAt, pinnedAt } = row
  const { params, attachments, mentions, reactions, preview } = row
  return {
    ...{ id, conversationId, seq, rev, clientId, kind, state, text, authorId, createdAt, editedAt, pinnedAt },
    ...{ params, attachments, mentions, reactions, preview },
    authorName: row.authorName ?? '',
    replyTo: answeredIn(row),
  }
}

/** A row has either all of the answered message or nothing of it. */
function answeredIn(row: MessageRow): MessageView['replyTo'] {
  const { answeredId: id, answeredSeq: seq, answeredKind: kind, answeredState: state } = row
  if (id === null || seq === null || kind === null || state === null) return null
  return referenceTo({
    ...{ id, seq, kind, state },
    text: row.answeredText ?? '',
    authorId: row.answeredAuthorId,
    authorName: row.answeredAuthorName ?? '',
    attachments: row.answeredAttachments ?? [],
  })
}
