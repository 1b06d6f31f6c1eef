// data-version: what happened long ago, and has been told, shows on no page
import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, gte, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { DomainEvent, DomainEvents, EventName } from '#app/events.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { AuditSource } from './audit.server.ts'
import { afterCommit, type Database, type Sqlite, type Transaction } from './client.server.ts'
import { oncePerConnection } from './prepared.server.ts'
import { outbox, outboxCursors, outboxParked } from './schema/outbox.ts'

/** Whose doing an event is: the parts of a verb's context that it keeps. */
export type EventSource = Pick<AuditSource, 'actor' | 'now' | 'requestId'>

/** Who wants to know, by database handle, of what has been committed through it. */
const announced = singleton('announced events', () => new WeakMap<Sqlite, (event: DomainEvent) => void>())

/** Calls `listener` with every event that this handle commits, at once after its commit. Gives the way to stop. */
export function hearCommitted({ $client }: Database, listener: (event: DomainEvent) => void): () => void {
  announced.set($client, listener)
  return () => {
    if (announced.get($client) === listener) announced.delete($client)
  }
}

/**
 * Records what has happened, in the transaction that makes it happen: it is told if, and only if, that is committed.
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
  afterCommit((db) => announced.get(db.$client)?.(event))
}

/** Every message of chat adds a row: the statement is prepared once per connection. */
const insertOf = oncePerConnection((tx) =>
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

/** A row as listeners know it. */
export function eventOf(row: typeof outbox.$inferSelect): DomainEvent {
  return { ...row, payload: JSON.parse(row.payload) } as DomainEvent
}

/** The id of the newest event; 0 where there is none. */
export function newestEventId(db: Database | Transaction): number {
  return (
    db
      .select({ id: sql<number>`coalesce(max(${outbox.id}), 0)` })
      .from(outbox)
      .get()?.id ?? 0
  )
}

/** Long enough to look into what was told, and for a process that was away. */
const kept = 3 * 24 * 3_600_000
const atOnce = 5000

/**
 * Deletes events that every listener is past, three days after they happened, but no parked ones; also the cursors of
 * listeners that are no more. A job calls it. Gives how many events.
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

/** Ids are in the order of time, so that nothing but what is old is looked at. */
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
