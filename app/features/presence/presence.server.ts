// data-version: when somebody was last seen shows in chat alone
import type { UserContext } from '#app/features/accounts/context.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Database } from '#db/client.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import { userStatus } from '#db/schema/chat.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'
import type { PresenceView } from './presence-status.ts'
import { type Connection, presenceView } from './presence-status.ts'

/** Who is connected. One process keeps it in its memory; several would share it behind the same three questions. */
type Connections = {
  put(userId: string, socketId: string, idle: boolean): void
  take(userId: string, socketId: string): void
  of(userId: string): Connection
}

function connectionsInMemory(): Connections {
  const people = new Map<string, Map<string, boolean>>()
  return {
    put(userId, socketId, idle) {
      const sockets = people.get(userId) ?? new Map<string, boolean>()
      people.set(userId, sockets.set(socketId, idle))
    },
    take(userId, socketId) {
      const sockets = people.get(userId)
      sockets?.delete(socketId)
      if (sockets?.size === 0) people.delete(userId)
    },
    of(userId) {
      const sockets = people.get(userId)
      if (!sockets) return 'gone'
      return [...sockets.values()].every((idle) => idle) ? 'idle' : 'active'
    },
  }
}

const connections = singleton('chat-connections', connectionsInMemory)

/** Does something to somebody's sockets; true when that changed what they say. */
function changes(userId: string, act: () => void): boolean {
  const before = connections.of(userId)
  act()
  return connections.of(userId) !== before
}

/** A socket of a person has opened; true when they are seen differently now. */
export function connected(userId: string, socketId: string): boolean {
  return changes(userId, () => connections.put(userId, socketId, false))
}

/** Nobody has touched the page of this socket for five minutes, or somebody does again; true when that shows. */
export function setIdle(userId: string, socketId: string, idle: boolean): boolean {
  if (connections.of(userId) === 'gone') return false
  return changes(userId, () => connections.put(userId, socketId, idle))
}

/** A socket has closed; true when they are seen differently now. The last one leaves the time at which they were here. */
export function disconnected(db: Database, now: number, userId: string, socketId: string): boolean {
  const changed = changes(userId, () => connections.take(userId, socketId))
  if (changed && connections.of(userId) === 'gone') {
    db.insert(userStatus)
      .values({ userId, lastSeenAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: userStatus.userId, set: { lastSeenAt: now } })
      .run()
  }
  return changed
}

type Said = { userId: string; chosen: PresenceStatus | null; customText: string; lastSeenAt: number | null }

/** The presence of people, whoever asks: for the server itself, which tells it only to those who share a conversation with them. */
export function presenceOf(db: Database, userIds: readonly string[]): Record<string, PresenceView> {
  const rows = allRows<Said>(
    db,
    `SELECT user_id AS userId, chosen, custom_text AS customText, last_seen_at AS lastSeenAt FROM user_status
     WHERE user_id IN (SELECT value FROM json_each(@userIds))`,
    { userIds: JSON.stringify(userIds) },
  )
  return asViews(userIds, rows)
}

/** The presence of those among `userIds` who share a conversation with the caller, and of the caller (PRE-1). */
export function presenceFor(ctx: UserContext, userIds: readonly string[]): Record<string, PresenceView> {
  const rows = allRows<Said>(
    ctx.db,
    `SELECT wanted.value AS userId, s.chosen, coalesce(s.custom_text, '') AS customText, s.last_seen_at AS lastSeenAt
     FROM json_each(@userIds) wanted LEFT JOIN user_status s ON s.user_id = wanted.value
     WHERE wanted.value = @me OR EXISTS (
       SELECT 1 FROM conversation_members mine
       JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
         AND theirs.user_id = wanted.value AND theirs.left_at IS NULL
       WHERE mine.user_id = @me AND mine.left_at IS NULL)`,
    { userIds: JSON.stringify([...new Set(userIds)]), me: ctx.actor.id },
  )
  return asViews(
    rows.map(({ userId }) => userId),
    rows,
  )
}

function asViews(userIds: readonly string[], rows: readonly Said[]): Record<string, PresenceView> {
  const said = new Map(rows.map((row) => [row.userId, row]))
  const nothing = { chosen: null, customText: '', lastSeenAt: null }
  return Object.fromEntries(userIds.map((id) => [id, presenceView(said.get(id) ?? nothing, connections.of(id))]))
}

/** What the caller chose to say of themselves; null for automatic. */
export function getOwnStatus(ctx: UserContext): { chosen: PresenceStatus | null; customText: string } {
  const row = firstRow<{ chosen: PresenceStatus | null; customText: string }>(
    ctx.db,
    'SELECT chosen, custom_text AS customText FROM user_status WHERE user_id = @me',
    { me: ctx.actor.id },
  )
  return row ?? { chosen: null, customText: '' }
}
