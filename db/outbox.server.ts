// data-version: delivered events are shown on no page
import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, gte, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { DomainEvent, DomainEvents, EventName } from '#app/events.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { AuditSource } from './audit.server.ts'
import { afterCommit, type Database, type Sqlite, type Transaction } from './client.server.ts'
import { preparedQuery } from './prepared-query.server.ts'
import { outbox, outboxCursors, outboxParked } from './schema/outbox.ts'

/** The origin of an event: the parts of a verb's context that it stores. */
export type EventSource = Pick<AuditSource, 'actor' | 'now' | 'requestId'>

/** The listener of each database handle for events committed through it. */
const commitListeners = singleton('commit listeners', () => new WeakMap<Sqlite, (event: DomainEvent) => void>())

/**
 * Calls `listener` with every event that this handle commits, right after the commit. Returns the function that
 * unsubscribes.
 */
export function subscribeToCommits({ $client }: Database, listener: (event: DomainEvent) => void): () => void {
  commitListeners.set($client, listener)
  return () => {
    if (commitListeners.get($client) === listener) commitListeners.delete($client)
  }
}

/**
 * Records an event in the transaction that causes it: it is delivered if and only if that commits.
 * @throws Error outside `transact`
 */
export function recordEvent<N extends EventName>(
  tx: Transaction,
  source: EventSource,
  name: N,
  payload: DomainEvents[N],
): void {
  const fields = { name, at: source.now, requestId: source.requestId, actorId: source.actor?.id ?? null }
  const { id } = insertOf(tx).get({ ...fields, payload: JSON.stringify(payload) })
  const event = { ...fields, id, payload } as DomainEvent
  afterCommit((db) => commitListeners.get(db.$client)?.(event))
}

/** Prepared once per connection, because every chat message adds a row. */
const insertOf = preparedQuery((tx) =>
  tx
    .insert(outbox)
    .values({
      name: sql.placeholder('name'),
      payload: sql.placeholder('payload'),
      at: sql.placeholder('at'),
      requestId: sql.placeholder('requestId'),
      actorId: sql.placeholder('actorId'),
    })
    .returning({ id: outbox.id })
    .prepare(),
)

/** The event of a row, as listeners receive it. */
export function eventOf(row: typeof outbox.$inferSelect): DomainEvent {
  return { ...row, payload: JSON.parse(row.payload) } as DomainEvent
}

/** The id of the newest event; 0 if there is none. */
export function newestEventId(db: Database | Transaction): number {
  return (
    db
      .select({ id: sql<number>`coalesce(max(${outbox.id}), 0)` })
      .from(outbox)
      .get()?.id ?? 0
  )
}

/** Long enough to investigate a delivery, and for a process that was down. */
const kept = 3 * 24 * 3_600_000
const atOnce = 5000

/**
 * Deletes events three days after they happened once every listener is past them, except parked ones, and the cursors
 * of listeners that no longer exist. Called by a job. Returns the number of deleted events.
 */
export async function deleteOldEvents(db: Database, listeners: readonly string[], now: number): Promise<number> {
  db.delete(outboxCursors)
    .where(notInArray(outboxCursors.listener, [...listeners]))
    .run()
  for (let deleted = 0; ; await turn()) {
    const { changes } = db
      .delete(outbox)
      .where(inArray(outbox.id, oldEvents(db, now)))
      .run()
    deleted += changes
    if (changes < atOnce) return deleted
  }
}

/** Ids ascend in time, so only old rows are read. */
function oldEvents(db: Database, now: number) {
  const slowest = db.select({ position: sql<number>`coalesce(min(${outboxCursors.position}), 0)` }).from(outboxCursors)
  const young = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(gte(outbox.at, now - kept))
    .orderBy(asc(outbox.id))
    .limit(1)
  const parked = db.select({ id: outboxParked.eventId }).from(outboxParked)
  return db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        lte(outbox.id, slowest.get()?.position ?? 0),
        lt(outbox.id, young.get()?.id ?? Number.MAX_SAFE_INTEGER),
        notInArray(outbox.id, parked),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(atOnce)
}
