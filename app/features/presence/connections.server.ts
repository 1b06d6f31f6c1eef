// data-version: presence only appears in chat, which has no versioned pages
// verb-rule: records the state of sockets, not an action of a user
import { singleton } from '#app/platform/singleton.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, list } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { presenceConnections } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { Connection } from './presence-status.ts'

/** This process's own sockets by user, and whether each is idle. Always current. */
const here = singleton('presence-here', () => ({ processId: newId(), people: new Map<string, Map<string, boolean>>() }))
/** The users connected to other processes, and whether they are idle, as of a second ago. */
const elsewhere = singleton('presence-elsewhere', () => new Map<string, boolean>())

/** A process without a heartbeat for this long is considered dead (ms). */
const deadAfter = 30_000
const beatEvery = 10_000

const allIdle = (sockets: ReadonlyMap<string, boolean>) => [...sockets.values()].every((idle) => idle)

export function addSocket(userId: string, socketId: string, idle: boolean): void {
  const sockets = here.people.get(userId) ?? new Map<string, boolean>()
  here.people.set(userId, sockets.set(socketId, idle))
}

export function removeSocket(userId: string, socketId: string): void {
  const sockets = here.people.get(userId)
  sockets?.delete(socketId)
  if (sockets?.size === 0) here.people.delete(userId)
}

/** A user's connection, over the sockets of all processes. */
export function connectionOf(userId: string): Connection {
  const sockets = here.people.get(userId)
  const idleElsewhere = elsewhere.get(userId)
  if (!sockets && idleElsewhere === undefined) return 'gone'
  return (!sockets || allIdle(sockets)) && idleElsewhere !== false ? 'idle' : 'active'
}

const beat = sql(
  { params: { ...columns(presenceConnections, 'processId'), now: integer } },
  `INSERT INTO presence_processes (id, heartbeat_at) VALUES (:processId, :now)
   ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`,
)
const leave = sql(
  { params: columns(presenceConnections, 'processId') },
  'DELETE FROM presence_processes WHERE id = :processId',
)
const known = sql(
  { params: columns(presenceConnections, 'processId'), row: { one: integer } },
  'SELECT 1 AS one FROM presence_processes WHERE id = :processId',
)
const add = sql(
  { params: { ...columns(presenceConnections, 'processId'), people: list({ userId: users.id, idle: integer }) } },
  `INSERT INTO presence_connections (process_id, user_id, idle)
   SELECT :processId, u.id, changed.value ->> 'idle'
   FROM json_each(:people) changed JOIN users u ON u.id = changed.value ->> 'userId'
   WHERE true ON CONFLICT (process_id, user_id) DO UPDATE SET idle = excluded.idle`,
)
const remove = sql(
  { params: { ...columns(presenceConnections, 'processId'), people: list(users.id) } },
  `DELETE FROM presence_connections
   WHERE process_id = :processId AND user_id IN (SELECT value FROM json_each(:people))`,
)
const others = sql(
  {
    params: columns(presenceConnections, 'processId'),
    row: { ...columns(presenceConnections, 'userId'), idle: boolean },
  },
  `SELECT user_id AS userId, min(idle) AS idle FROM presence_connections WHERE process_id <> :processId GROUP BY user_id`,
)
const anyDead = sql(
  { params: { ...columns(presenceConnections, 'processId'), since: integer }, row: { one: integer } },
  'SELECT 1 AS one FROM presence_processes WHERE heartbeat_at < :since AND id <> :processId',
)
/** Users of a dead process were last seen at its last heartbeat, unless they are connected to another process. */
const storeLastSeen = sql(
  { params: { ...columns(presenceConnections, 'processId'), since: integer, now: integer } },
  `INSERT INTO user_status (user_id, last_seen_at, updated_at)
   SELECT c.user_id, max(p.heartbeat_at), :now
   FROM presence_connections c JOIN presence_processes p ON p.id = c.process_id AND p.heartbeat_at < :since
   WHERE NOT EXISTS (
     SELECT 1 FROM presence_connections also JOIN presence_processes alive ON alive.id = also.process_id
     WHERE also.user_id = c.user_id AND (alive.heartbeat_at >= :since OR alive.id = :processId))
   GROUP BY c.user_id
   ON CONFLICT (user_id) DO UPDATE SET last_seen_at = max(coalesce(last_seen_at, 0), excluded.last_seen_at)`,
)
const removeDeadSql = sql(
  { params: { ...columns(presenceConnections, 'processId'), since: integer } },
  'DELETE FROM presence_processes WHERE heartbeat_at < :since AND id <> :processId',
)

/** Reads who is connected to other processes. Returns the users who changed there. */
export function readElsewhere(db: Database): string[] {
  const rows = others.all(db, { processId: here.processId })
  const present = new Map(rows.map(({ userId, idle }) => [userId, idle]))
  const changed = [...new Set([...elsewhere.keys(), ...present.keys()])].filter(
    (userId) => elsewhere.get(userId) !== present.get(userId),
  )
  elsewhere.clear()
  for (const [userId, idle] of present) elsewhere.set(userId, idle)
  return changed
}

/**
 * Shares the connected users with the other processes on this database. Each turn commits all changes at once, and nothing if
 * there are none. A process without connected users has no heartbeat, and so writes nothing.
 */
export function sharePresence(db: Database) {
  const { processId } = here
  /** The rows of this process in the table. */
  const written = new Map<string, boolean>()
  let beatAt = 0

  function write(now: number): void {
    const changed = [...here.people].flatMap(([userId, sockets]) => {
      const idle = allIdle(sockets)
      return written.get(userId) === idle ? [] : [[userId, idle] as const]
    })
    const gone = [...written.keys()].filter((userId) => !here.people.has(userId))
    const isBeatDue = here.people.size > 0 && now - beatAt >= beatEvery
    if (changed.length === 0 && gone.length === 0 && !isBeatDue) return
    db.transaction(
      () => {
        if (here.people.size === 0) return leave.run(db, { processId })
        beat.run(db, { processId, now })
        const people = changed.map(([userId, idle]) => ({ userId, idle: Number(idle) }))
        add.run(db, { processId, people })
        return remove.run(db, { processId, people: gone })
      },
      { behavior: 'immediate' },
    )
    beatAt = now
    for (const [userId, idle] of changed) written.set(userId, idle)
    for (const userId of gone) written.delete(userId)
  }

  function removeDead(now: number): void {
    const since = now - deadAfter
    if (!anyDead.first(db, { since, processId })) return
    db.transaction(
      () => {
        storeLastSeen.run(db, { since, now, processId })
        removeDeadSql.run(db, { since, processId })
      },
      { behavior: 'immediate' },
    )
  }

  return {
    /** Writes this process's changes and reads the others'. Returns the users who changed there. `now` is UTC epoch ms. */
    turn(now: number): string[] {
      // This process was suspended for so long that another one has removed it.
      if (written.size > 0 && !known.first(db, { processId })) written.clear()
      write(now)
      removeDead(now)
      return readElsewhere(db)
    },
    /** Removes this process and its users. */
    stop(): void {
      if (written.size > 0) leave.run(db, { processId })
      written.clear()
      elsewhere.clear()
    },
  }
}
