import { asc, gt } from 'drizzle-orm'
import type { DomainEvent } from '#app/events.ts'
import { emit } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from './client.server.ts'
import { type DurableListener, followOutbox } from './durable-listener.server.ts'
import { eventOf, newestEventId, subscribeToCommits } from './outbox.server.ts'
import { outbox } from './schema/outbox.ts'

export type Dispatcher = {
  /** Delivers and handles all recorded events now. For programs and tests; a server need not call it. */
  deliver(now?: number): void
  stop(): void
}

/** Interval between checks for events of other processes and for due retries (ms). */
const lookEvery = 1000
const readAtOnce = 500

/**
 * Delivers the events of the outbox in commit order: to this process's live listeners (`subscribe`) those committed
 * from now on, and to durable listeners everything that they have not handled. Events that this process commits in one
 * turn are delivered together right after it; events of other processes within a second.
 */
export function startDispatcher(db: Database, listeners: readonly DurableListener[]): Dispatcher {
  const committed: DomainEvent[] = []
  const durable = listeners.map((listener) => followOutbox(db, listener))
  const dataVersion = db.$client.prepare<[], number>('PRAGMA data_version').pluck()
  let position = newestEventId(db)
  let version = dataVersion.get()
  let scheduled = false
  let stopped = false

  const forget = subscribeToCommits(db, (event) => {
    committed.push(event)
    schedule()
  })
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!stopped && turn(Date.now())) schedule()
    })
  }

  /** Returns whether more work is due now. */
  function turn(now: number): boolean {
    try {
      const events = takeNew()
      for (const event of events) {
        position = event.id
        emit(event)
        for (const one of durable) one.see(event)
      }
      const more = durable.map((one) => one.handle(now)).includes(true)
      return more || events.length >= readAtOnce || committed.length > 0
    } catch (error) {
      logger.error({ err: error }, 'events could not be read; they will be')
      return false
    }
  }

  /**
   * The next events in the order of ids. This process's own events are already in memory; the outbox is read only when
   * other processes' events lie between them.
   */
  function takeNew(): DomainEvent[] {
    const own = committed.splice(0)
    if (own.length > 0 && own.every(({ id }, index) => id === position + 1 + index)) return own
    const known = new Map(own.map((event) => [event.id, event]))
    const rows = db.select().from(outbox).where(gt(outbox.id, position)).orderBy(asc(outbox.id)).limit(readAtOnce).all()
    return rows.map((row) => known.get(row.id) ?? eventOf(row))
  }

  const timer = setInterval(() => {
    const before = version
    version = dataVersion.get()
    if (version !== before || durable.some((one) => one.isDue(Date.now()))) schedule()
  }, lookEvery)
  timer.unref()
  if (turn(Date.now())) schedule()

  return {
    deliver(now = Date.now()) {
      while (turn(now));
    },
    stop() {
      stopped = true
      clearInterval(timer)
      forget()
    },
  }
}
