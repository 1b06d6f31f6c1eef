import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { messageQuery } from '#app/features/messages/message-rows.server.ts'
import { listVotes, type NamedVote } from '#app/features/messages/polls/poll-votes.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, list } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { conversationExports } from '#db/schema/messages/work.ts'
import { sql } from '#db/sql.server.ts'
import type { Part } from './parts.ts'

const inPart = messageQuery(
  { ...columns(messages, 'conversationId'), from: integer, to: integer },
  'WHERE m.conversation_id = :conversationId AND m.seq BETWEEN :from AND :to ORDER BY m.seq',
)
const digests = sql(
  { params: { ids: list(files.id) }, row: columns(files, 'id', 'sha256') },
  'SELECT id, sha256 FROM files WHERE id IN (SELECT value FROM json_each(:ids))',
)

/** A message with the SHA-256 of each of its files, and who chose what in its poll. */
export type ExportedMessage = MessageView & { digests: Array<{ name: string; sha256: string }>; votes: NamedVote[] }

/** Every message of a part, whatever the caller has hidden: an export leaves nothing out. The caller checks the membership. */
export function messagesOfPart(ctx: Pick<UserContext, 'db'>, conversationId: string, part: Part): ExportedMessage[] {
  const found = inPart.read(ctx.db, { conversationId, ...part })
  const ids = found.flatMap(({ attachments }) => attachments.map(({ id }) => id))
  const known = new Map(digests.all(ctx.db, { ids }).map(({ id, sha256 }) => [id, sha256]))
  const polls = found.flatMap(({ id, poll }) => (poll ? [id] : []))
  const votes = listVotes(ctx, polls)
  return found.map((message) => ({
    ...message,
    votes: message.poll ? votes.filter(({ messageId }) => messageId === message.id) : [],
    digests: message.attachments.map(({ id, name }) => ({ name, sha256: known.get(id) ?? '' })),
  }))
}

const shown = columns(conversationExports, 'digest', 'part', 'parts', 'messages', 'exportedAt')
const own = sql(
  {
    params: { me: users.id, conversationId: conversations.id },
    row: { ...columns(conversationExports, 'id'), ...shown },
  },
  `SELECT id, digest, part, parts, messages, exported_at AS exportedAt FROM conversation_exports
   WHERE conversation_id = :conversationId AND exported_by = :me ORDER BY id DESC LIMIT 50`,
)

/** The last exports that the caller has made of a conversation, latest first. The caller checks the membership. */
export const listExports = (ctx: UserContext, conversationId: string) =>
  own.all(ctx.db, { me: ctx.actor.id, conversationId })

const byDigest = sql(
  { params: columns(conversationExports, 'digest'), row: shown },
  `SELECT digest, part, parts, messages, exported_at AS exportedAt FROM conversation_exports WHERE digest = :digest LIMIT 1`,
)

/** What anybody learns who has the SHA-256 of an exported conversation: neither names nor words. Null for any other. */
export const findExport = (db: Database, digest: string) => byDigest.first(db, { digest })
export type FoundExport = NonNullable<ReturnType<typeof findExport>>
