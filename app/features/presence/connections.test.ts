import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { sharePresence } from './connections.server.ts'
import { connected, disconnected, presenceOf, setIdle } from './presence.server.ts'

const start = Date.UTC(2026, 5, 1)
let db: Database
let shared: ReturnType<typeof sharePresence>
let me: string
let other: string
beforeEach(() => {
  db = testDatabase()
  shared = sharePresence(db)
  me = createPerson(db).actor.id
  other = createPerson(db).actor.id
})
afterEach(() => {
  disconnected(db, start, me, 'a')
  shared.stop()
})

const rows = () =>
  db.$client
    .prepare(`SELECT user_id AS userId, idle, heartbeat_at AS at FROM presence_connections
              JOIN presence_processes ON id = process_id ORDER BY heartbeat_at`)
    .all()
const changes = () => db.$client.prepare('SELECT total_changes()').pluck().get()
const status = (userId: string) => presenceOf(db, [userId])[userId]
/** Records another process that has a socket of this user. */
function elsewhere(userId: string, { idle = 0, at = start } = {}): void {
  db.$client.prepare('INSERT OR IGNORE INTO presence_processes VALUES (?, ?)').run('other process', at)
  db.$client.prepare('INSERT OR REPLACE INTO presence_connections VALUES (?, ?, ?)').run('other process', userId, idle)
}

it('writes the connected users when they change or a heartbeat is due, and nothing otherwise', () => {
  expect([shared.turn(start), rows()]).toEqual([[], []])
  connected(me, 'a')
  shared.turn(start)
  expect(rows()).toEqual([{ userId: me, idle: 0, at: start }])
  const before = changes()
  shared.turn(start + 1000)
  expect(changes()).toBe(before)
  shared.turn(start + 10_000)
  setIdle(me, 'a', true)
  shared.turn(start + 11_000)
  expect(rows()).toEqual([{ userId: me, idle: 1, at: start + 11_000 }])
  disconnected(db, start, me, 'a')
  shared.turn(start + 12_000)
  expect(db.$client.prepare('SELECT count(*) FROM presence_processes').pluck().get()).toBe(0)
})

it('combines the sockets of a user over all processes', () => {
  elsewhere(other)
  elsewhere(me, { idle: 1 })
  expect(shared.turn(start).sort()).toEqual([me, other].sort())
  expect([status(other)?.status, status(me)?.status]).toEqual(['online', 'away'])
  connected(me, 'a')
  expect(status(me)?.status).toBe('online')
  expect(disconnected(db, start, me, 'a')).toBe(true)
  expect(status(me)).toMatchObject({ status: 'away', lastSeenAt: null })
  expect(shared.turn(start)).toEqual([])
})

it('removes a dead process, and stores when its users were last seen', () => {
  elsewhere(other)
  elsewhere(me)
  connected(me, 'a')
  shared.turn(start + 30_000)
  expect(status(other)?.status).toBe('online')
  expect(shared.turn(start + 30_001).sort()).toEqual([me, other].sort())
  expect(status(other)).toEqual({ status: 'offline', customText: '', lastSeenAt: start })
  expect(status(me)).toMatchObject({ status: 'online', lastSeenAt: null })
  expect(db.$client.prepare('SELECT user_id FROM user_status').pluck().all()).toEqual([other])
})

it('registers again if another process has removed it while it was suspended', () => {
  connected(me, 'a')
  shared.turn(start)
  db.$client.exec('DELETE FROM presence_processes')
  shared.turn(start + 1000)
  expect(rows()).toMatchObject([{ userId: me }])
})
