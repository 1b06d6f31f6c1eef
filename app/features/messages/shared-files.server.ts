import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messages, type StoredAttachment } from '#db/schema/chat.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { notHidden } from './message-rows.server.ts'

/** Messages per page; each has at most ten files. */
const perPage = 30

const shared = `m.conversation_id = :conversationId AND m.attachments <> '[]' AND m.state = 'live' AND ${notHidden}`
const selected = `
  SELECT m.id AS messageId, m.seq, m.created_at AS createdAt, m.attachments, coalesce(u.name, '') AS authorName
  FROM messages m LEFT JOIN users u ON u.id = m.author_id`
const place = { me: users.id, ...columns(messages, 'conversationId', 'seq') }
const files = {
  params: place,
  row: { messageId: messages.id, ...columns(messages, 'seq', 'createdAt', 'attachments'), authorName: text },
}
const any = { params: place, row: { one: integer } }
const older = sql(files, `${selected} WHERE ${shared} AND m.seq < :seq ORDER BY m.seq DESC LIMIT ${perPage + 1}`)
const newer = sql(files, `${selected} WHERE ${shared} AND m.seq > :seq ORDER BY m.seq LIMIT ${perPage + 1}`)
const anyOlder = sql(any, `SELECT 1 AS one FROM messages m WHERE ${shared} AND m.seq < :seq LIMIT 1`)
const anyNewer = sql(any, `SELECT 1 AS one FROM messages m WHERE ${shared} AND m.seq > :seq LIMIT 1`)

type Row = RowOf<typeof older>
export type SharedFile = Omit<Row, 'attachments'> &
  Pick<StoredAttachment, 'id' | 'name' | 'mime' | 'size' | 'kind' | 'thumbnail' | 'durationMs'>

/** Files, newest message first, with the `seq` for the next page of older (`before`) and newer (`after`) ones. */
export type SharedFilesPage = { files: SharedFile[]; before: number | null; after: number | null }

/**
 * A page of the files shared in a conversation. Files of unsent, removed, hidden and pending messages are omitted.
 * @throws AppError not_found if the caller is not a member.
 */
export function listSharedFiles(
  ctx: UserContext,
  conversationId: string,
  { before, after }: { before?: number | undefined; after?: number | undefined } = {},
): SharedFilesPage {
  requireMembership(ctx.db, ctx, conversationId)
  const bindings = { me: ctx.actor.id, conversationId }
  const exists = (query: typeof anyOlder, seq: number | undefined) =>
    seq !== undefined && query.first(ctx.db, { ...bindings, seq }) !== null
  const isNewer = after !== undefined
  const seq = after ?? before ?? Number.MAX_SAFE_INTEGER
  const found = (isNewer ? newer : older).all(ctx.db, { ...bindings, seq })
  const rows = isNewer ? found.slice(0, perPage).reverse() : found.slice(0, perPage)
  const [first, last] = [rows.at(0)?.seq, rows.at(-1)?.seq]
  return {
    files: rows.flatMap(filesOf),
    before: exists(anyOlder, last) ? (last ?? null) : null,
    after: exists(anyNewer, first) ? (first ?? null) : null,
  }
}

function filesOf({ attachments, ...message }: Row): SharedFile[] {
  return attachments.map(({ id, name, mime, size, kind, thumbnail, durationMs }) => ({
    ...message,
    ...{ id, name, mime, size, kind, thumbnail, durationMs },
  }))
}
