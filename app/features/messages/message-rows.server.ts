import type { MessageEvent } from '#app/event-payloads.ts'
import { messageOfEvent } from '#app/features/conversations/message-events.server.ts'
import type { ForwardedFrom, MessageView } from '#app/features/conversations/message-view.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, type Fields, list, nullable, text, type Values } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messageReactions, messages } from '#db/schema/chat.ts'
import { polls } from '#db/schema/messages/polls.ts'
import { sql } from '#db/sql.server.ts'
import { maxCountedReplies, replyTextLength } from './limits.ts'
import { referenceTo } from './reply-reference.ts'

const message = {
  ...columns(messages, 'id', 'conversationId', 'seq', 'rev', 'clientId', 'kind', 'state', 'text', 'authorId'),
  ...columns(messages, 'createdAt', 'editedAt', 'pinnedAt', 'params', 'attachments', 'mentions', 'preview'),
  authorName: nullable(users.name),
  reactions: list(columns(messageReactions, 'userId', 'emoji')),
  quotedId: nullable(messages.id),
  quotedSeq: nullable(messages.seq),
  quotedKind: nullable(messages.kind),
  quotedState: nullable(messages.state),
  quotedText: nullable(text),
  quotedAuthorId: messages.authorId,
  quotedAuthorName: nullable(users.name),
  quotedAttachments: nullable(messages.attachments),
  replies: list(messages.seq),
  pollOptions: nullable(polls.options),
  pollVoters: nullable(polls.voters),
  pollMultiple: nullable(polls.multiple),
  pollAnonymous: nullable(polls.anonymous),
  pollClosesAt: polls.closesAt,
  pollClosedAt: polls.closedAt,
  sourceCreatedAt: nullable(messages.createdAt),
  sourceAuthorId: messages.authorId,
  sourceAuthorName: nullable(users.name),
}

const selected = `
  m.id, m.conversation_id AS conversationId, m.seq, m.rev, m.client_id AS clientId, m.kind, m.state, m.text, m.params,
  m.author_id AS authorId, author.name AS authorName, m.created_at AS createdAt, m.edited_at AS editedAt,
  m.pinned_at AS pinnedAt, m.attachments, m.mentions, m.preview,
  (SELECT json_group_array(json_object('userId', r.user_id, 'emoji', r.emoji) ORDER BY r.created_at, r.user_id, r.emoji)
   FROM message_reactions r WHERE r.message_id = m.id) AS reactions,
  (SELECT json_group_array(newest.seq ORDER BY newest.seq)
   FROM (SELECT seq FROM messages WHERE reply_to_id = m.id ORDER BY seq DESC LIMIT ${maxCountedReplies}) newest) AS replies,
  quoted.id AS quotedId, quoted.seq AS quotedSeq, quoted.kind AS quotedKind, quoted.state AS quotedState,
  substr(quoted.text, 1, ${replyTextLength + 1}) AS quotedText, quoted.author_id AS quotedAuthorId,
  quotedAuthor.name AS quotedAuthorName, quoted.attachments AS quotedAttachments,
  poll.options AS pollOptions, poll.voters AS pollVoters, poll.multiple AS pollMultiple, poll.anonymous AS pollAnonymous,
  poll.closes_at AS pollClosesAt, poll.closed_at AS pollClosedAt,
  source.created_at AS sourceCreatedAt, source.author_id AS sourceAuthorId, sourceAuthor.name AS sourceAuthorName`

const joins = `
  LEFT JOIN users author ON author.id = m.author_id
  LEFT JOIN messages quoted ON quoted.id = m.reply_to_id
  LEFT JOIN users quotedAuthor ON quotedAuthor.id = quoted.author_id
  LEFT JOIN polls poll ON poll.message_id = m.id
  LEFT JOIN messages source ON source.id = m.forwarded_id
  LEFT JOIN users sourceAuthor ON sourceAuthor.id = source.author_id`

/** SQL condition that excludes messages which `:me` has hidden. */
export const notHidden = 'NOT EXISTS (SELECT 1 FROM message_hides h WHERE h.user_id = :me AND h.message_id = m.id)'

/** SQL for messages `m` with their author, reactions and quoted message; `tail` selects and orders them. */
export function messageQuery<P extends Fields>(params: P, tail: string) {
  const query = sql({ params, row: message }, `SELECT ${selected} FROM messages m ${joins} ${tail}`)
  return { read: (...given: Parameters<typeof query.all>): MessageView[] => query.all(...given).map(viewOf) }
}

const byId = messageQuery({ id: messages.id }, 'WHERE m.id = :id')

/** A message by its id, without checking who may read it. @throws Error if there is none. */
export function readMessage(db: Database | Transaction, id: string): MessageView {
  const [message] = byId.read(db, { id })
  if (!message) throw new Error('readMessage: there is no such message')
  return message
}

/** The message of an event: as the verb stored it, or its current state if the event is from another process. */
export function messageOf(db: Database, event: MessageEvent): MessageView {
  return messageOfEvent(event) ?? readMessage(db, event.messageId)
}

type MessageRow = Values<typeof message>

function viewOf(row: MessageRow): MessageView {
  const { id, conversationId, seq, rev, clientId, kind, state, text, authorId, createdAt, editedAt, pinnedAt } = row
  const { params, attachments, mentions, reactions, preview } = row
  return {
    id,
    conversationId,
    seq,
    rev,
    clientId,
    kind,
    state,
    text,
    authorId,
    createdAt,
    editedAt,
    pinnedAt,
    params,
    attachments,
    mentions,
    reactions,
    preview,
    authorName: row.authorName ?? '',
    replyTo: quotedIn(row),
    replies: row.replies,
    poll: pollIn(row),
    forwarded: row.sourceCreatedAt === null ? null : sourceOf({ ...row, sourceCreatedAt: row.sourceCreatedAt }),
  }
}

/** Without the place, which depends on the reader. */
function sourceOf(
  row: Pick<MessageRow, 'sourceAuthorId' | 'sourceAuthorName'> & { sourceCreatedAt: number },
): ForwardedFrom {
  const { sourceAuthorId: authorId, sourceAuthorName, sourceCreatedAt: createdAt } = row
  return { authorId, authorName: sourceAuthorName ?? '', createdAt, place: null }
}

/** A row has either all of a poll or nothing of it. */
function pollIn(row: MessageRow): MessageView['poll'] {
  const { pollOptions: options, pollVoters: voters, pollMultiple: multiple, pollAnonymous: anonymous } = row
  if (options === null || voters === null || multiple === null || anonymous === null) return null
  return { options, voters, multiple, anonymous, closesAt: row.pollClosesAt, closedAt: row.pollClosedAt }
}

/** A row has either all of the quoted message or nothing of it. */
function quotedIn(row: MessageRow): MessageView['replyTo'] {
  const { quotedId: id, quotedSeq: seq, quotedKind: kind, quotedState: state } = row
  if (id === null || seq === null || kind === null || state === null) return null
  return referenceTo({
    id,
    seq,
    kind,
    state,
    text: row.quotedText ?? '',
    authorId: row.quotedAuthorId,
    authorName: row.quotedAuthorName ?? '',
    attachments: row.quotedAttachments ?? [],
  })
}
