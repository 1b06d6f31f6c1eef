import { asc, gt } from 'drizzle-orm'
import type { DomainEvent } from '#app/events.ts'
import { emit } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from './client.server.ts'
import { type DurableListener, followOutbox } from './durable-listener.server.ts'
import { eventOf, hearCommitted, newestEventId } from './outbox.server.ts'
import { outbox } from './schema/outbox.ts'

export type Dispatcher = {
  /** Tells and handles everything that has been recorded, now. Programs and tests call it; a server need not. */
  deliver(now?: number): void
  stop(): void
}

/** How often it looks for events of other processes, and for those to be tried again (ms). */
const lookEvery = 1000
const readAtOnce = 500

/**
 * Tells what is recorded in the outbox, in the order of the commits: to the live listeners of this process (`subscribe`) what
 * is committed from now on, and to the durable ones everything that they have not handled. What one turn of this process has
 * committed is told together, right after that turn; what others commit, within a second.
 */
export function startDispatcher(db: Database, listeners: readonly DurableListener[]): Dispatcher {
  const committed: DomainEvent[] = []
  const durable = listeners.map((listener) => followOutbox(db, listener))
  const dataVersion = db.$client.prepare<[], number>('PRAGMA data_version').pluck()
  let position = newestEventId(db)
  let version = dataVersion.get()
  let scheduled = false
  let stopped = false

  const forget = hearCommitted(db, (event) => {
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

  /** Gives whether something is left to be done at once. */
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

  /** The next events in the order of their ids. Those of this process come as they are, and are read only if others' are between. */
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
