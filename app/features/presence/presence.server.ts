// data-version: presence only appears in chat, which has no versioned pages
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { columns, list, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { userStatus } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'
import { addSocket, connectionOf, removeSocket } from './connections.server.ts'
import { type PresenceView, presenceView } from './presence-status.ts'

/** Runs a change of a user's sockets; true if it changed their connection. */
function changesConnection(userId: string, change: () => void): boolean {
  const before = connectionOf(userId)
  change()
  return connectionOf(userId) !== before
}

/** Call when a socket of a user has opened; true if it changed their connection. */
export function connected(userId: string, socketId: string): boolean {
  return changesConnection(userId, () => addSocket(userId, socketId, false))
}

/** Sets whether the page of a socket is idle; true if it changed the user's connection. */
export function setIdle(userId: string, socketId: string, idle: boolean): boolean {
  if (connectionOf(userId) === 'gone') return false
  return changesConnection(userId, () => addSocket(userId, socketId, idle))
}

/**
 * Call when a socket has closed; true if it changed the user's connection. With the last socket it stores when the user was
 * last seen. `now` is UTC epoch ms.
 */
export function disconnected(db: Database, now: number, userId: string, socketId: string): boolean {
  const changed = changesConnection(userId, () => removeSocket(userId, socketId))
  if (changed && connectionOf(userId) === 'gone') {
    db.insert(userStatus)
      .values({ userId, lastSeenAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: userStatus.userId, set: { lastSeenAt: now } })
      .run()
  }
  return changed
}

type StatusRow = { userId: string; chosen: PresenceStatus | null; customText: string; lastSeenAt: number | null }

const statuses = sql(
  { params: { userIds: list(users.id) }, row: columns(userStatus, 'userId', 'chosen', 'customText', 'lastSeenAt') },
  `SELECT user_id AS userId, chosen, custom_text AS customText, last_seen_at AS lastSeenAt FROM user_status
   WHERE user_id IN (SELECT value FROM json_each(:userIds))`,
)

/** The presence of users without checking who may see it, for the server itself. */
export function presenceOf(db: Database, userIds: readonly string[]): Record<string, PresenceView> {
  return asViews(userIds, statuses.all(db, { userIds }))
}

// Most are asked for because of a direct conversation, which is found at once; the rest by all of the caller's.
const companionStatuses = sql(
  {
    params: { userIds: list(users.id), me: users.id },
    row: { userId: text, ...columns(userStatus, 'chosen', 'lastSeenAt'), customText: text },
  },
  `SELECT wanted.value AS userId, s.chosen, coalesce(s.custom_text, '') AS customText, s.last_seen_at AS lastSeenAt
   FROM json_each(:userIds) wanted LEFT JOIN user_status s ON s.user_id = wanted.value
   WHERE wanted.value = :me OR EXISTS (
     SELECT 1 FROM conversations direct
     JOIN conversation_readers mine ON mine.conversation_id = direct.id AND mine.user_id = :me
     JOIN conversation_members theirs ON theirs.conversation_id = direct.id
       AND theirs.user_id = wanted.value AND theirs.left_at IS NULL
     WHERE direct.direct_key = min(:me, wanted.value) || ':' || max(:me, wanted.value)
   ) OR EXISTS (
     SELECT 1 FROM conversation_readers mine
     JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
       AND theirs.user_id = wanted.value AND theirs.left_at IS NULL
     WHERE mine.user_id = :me)`,
)

/** The presence of those of `userIds` who share a conversation with the caller, or are the caller (PRE-1). */
export function presenceFor(ctx: UserContext, userIds: readonly string[]): Record<string, PresenceView> {
  const rows = companionStatuses.all(ctx.db, { userIds: [...new Set(userIds)], me: ctx.actor.id })
  return asViews(
    rows.map(({ userId }) => userId),
    rows,
  )
}

function asViews(userIds: readonly string[], rows: readonly StatusRow[]): Record<string, PresenceView> {
  const statusOf = new Map(rows.map((row) => [row.userId, row]))
  const nothing = { chosen: null, customText: '', lastSeenAt: null }
  return Object.fromEntries(userIds.map((id) => [id, presenceView(statusOf.get(id) ?? nothing, connectionOf(id))]))
}

const ownStatus = sql(
  { params: columns(userStatus, 'userId'), row: columns(userStatus, 'chosen', 'customText') },
  'SELECT chosen, custom_text AS customText FROM user_status WHERE user_id = :userId',
)

/** The status that the caller has chosen (null for automatic), with its text. */
export function getOwnStatus(ctx: UserContext): { chosen: PresenceStatus | null; customText: string } {
  return ownStatus.first(ctx.db, { userId: ctx.actor.id }) ?? { chosen: null, customText: '' }
}
