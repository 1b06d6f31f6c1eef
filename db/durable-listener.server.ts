// data-version: a listener's progress is shown on no page
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { DomainEvent, EventName } from '#app/events.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Database, type Transaction, transact } from './client.server.ts'
import { type EventSource, eventOf, newestEventId } from './outbox.server.ts'
import { outbox, outboxCursors, outboxParked } from './schema/outbox.ts'

/**
 * Handles events exactly once. A handler's writes commit together with the listener's position in the outbox. `source`
 * is the origin of events that it records itself: the actor of the event, now. A handler is synchronous and may throw;
 * then its writes are rolled back and it is called again.
 */
export type DurableListener = {
  /** The permanent name of its cursor in the outbox. A new name starts with events from now on. */
  name: string
  on: { [N in EventName]?: (tx: Transaction, event: DomainEvent<N>, source: EventSource) => void }
}

/** The delay before each retry (ms). An event that fails after the last one is parked. */
const pauses = [1000, 5000, 15_000, 60_000]
const batch = 100
/** A cursor may lag this many irrelevant events behind, so that skipping them costs no commit. */
const maxCursorLag = 10_000

export type Follower = ReturnType<typeof followOutbox>

/** Follows the outbox for one durable listener. Several processes may follow for the same listener. */
export function followOutbox(db: Database, listener: DurableListener) {
  const { name } = listener
  const names = Object.keys(listener.on) as EventName[]
  const handlers = listener.on as Record<string, (tx: Transaction, event: DomainEvent, source: EventSource) => void>
  const own = eq(outboxCursors.listener, name)
  db.insert(outboxCursors)
    .values({ listener: name, position: newestEventId(db) })
    .onConflictDoNothing()
    .run()
  let placed = place(db).position
  /** Everything up to this id is handled. */
  let handled = placed
  let due = true
  let retryAt = 0
  retryParked()

  function place(tx: Database | Transaction) {
    const found = tx.select().from(outboxCursors).where(own).get()
    if (!found) throw new Error(`the listener ${name} has lost its position in the outbox`)
    return found
  }

  function move(tx: Transaction, to: Partial<typeof outboxCursors.$inferSelect>): void {
    tx.update(outboxCursors).set(to).where(own).run()
  }

  function attempt(tx: Transaction, event: DomainEvent, now: number): void {
    const actor = event.actorId === null ? null : { id: event.actorId }
    const result: unknown = handlers[event.name]?.(tx, event, { actor, now, requestId: event.requestId })
    if (result instanceof Promise) throw new TypeError(`the listener ${name} must be synchronous`)
  }

  /**
   * Handles one batch in one transaction, whose lock decides which process does it. Returns whether more can be handled
   * now.
   */
  function handleBatch(now: number): boolean {
    return transact(db, (tx) => {
      const cursor = place(tx)
      retryAt = cursor.nextAttemptAt
      if (now < retryAt) return false
      const rows = tx
        .select()
        .from(outbox)
        .where(and(gt(outbox.id, Math.max(cursor.position, handled)), inArray(outbox.name, names)))
        .orderBy(asc(outbox.id))
        .limit(batch)
        .all()
      let { position, attempts } = cursor
      for (const event of rows.map(eventOf)) {
        try {
          transact(db, () => attempt(tx, event, now))
        } catch (error) {
          const pause = pauses[attempts]
          const what = { err: error, listener: name, event: event.id, name: event.name, attempt: attempts + 1 }
          if (pause !== undefined) {
            logger.error(what, 'an event could not be handled; it is tried again')
            retryAt = now + pause
            move(tx, { position, attempts: attempts + 1, nextAttemptAt: retryAt })
            return false
          }
          logger.fatal(what, 'an event could not be handled and is parked: see "Parked events" in docs/operations.md')
          const text = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2000)
          tx.insert(outboxParked).values({ listener: name, eventId: event.id, error: text, parkedAt: now }).run()
        }
        position = event.id
        attempts = 0
      }
      const more = rows.length === batch
      handled = more ? position : newestEventId(tx)
      if (rows.length > 0 || handled - cursor.position > maxCursorLag) {
        placed = handled
        move(tx, { position: handled, attempts: 0, nextAttemptAt: 0 })
      }
      return more
    })
  }

  /** Retries parked events, because the code may have changed since they were parked. */
  function retryParked(): void {
    const parked = db
      .select({ event: outbox })
      .from(outboxParked)
      .innerJoin(outbox, eq(outbox.id, outboxParked.eventId))
      .where(eq(outboxParked.listener, name))
      .orderBy(asc(outbox.id))
      .all()
    for (const row of parked) {
      const event = eventOf(row.event)
      try {
        transact(db, (tx) => {
          const mine = and(eq(outboxParked.listener, name), eq(outboxParked.eventId, event.id))
          if (tx.delete(outboxParked).where(mine).run().changes === 1) attempt(tx, event, Date.now())
        })
      } catch (error) {
        logger.error({ err: error, listener: name, event: event.id }, 'a parked event still cannot be handled')
      }
    }
  }

  return {
    /** Called for each delivered event, in the order of ids. */
    see({ id, name: what }: DomainEvent): void {
      if (id <= handled) return
      if (what in handlers) due = true
      else if (!due) handled = id
    },
    isDue: (now: number) => due && now >= retryAt,
    /** Handles due events, up to a hundred. Returns whether more can be handled now. */
    handle(now: number): boolean {
      if (!due && handled - placed > maxCursorLag) due = true
      if (!due || now < retryAt) return false
      try {
        due = handleBatch(now) || now < retryAt
      } catch (error) {
        // Not the event's fault: the database is busy or the disk is full.
        logger.error({ err: error, listener: name }, 'events could not be handled; they will be')
        retryAt = now + 1000
      }
      return due && now >= retryAt
    },
  }
}
