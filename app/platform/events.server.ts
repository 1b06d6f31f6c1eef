import { EventEmitter } from 'node:events'
import type { DomainEvent as RecordedEvent, DomainEvents as RecordedEvents } from '#app/events.ts'
import { logger } from './logger.server.ts'
import { singleton } from './singleton.server.ts'

/** Those of chat are declared there still, and told by `publish`. */
export interface DomainEvents extends RecordedEvents {}

type Name = keyof DomainEvents & string
type Listener<N extends Name> = (event: DomainEvents[N]) => void | Promise<void>

const bus = singleton('events', () => new EventEmitter().setMaxListeners(0))
const waiting = singleton('events waiting', (): Array<{ name: Name; event: unknown }> => [])

/** Tells the live listeners of this process what has been committed; `db/event-dispatcher.server.ts` calls it. */
export function emit({ name, payload }: RecordedEvent): void {
  bus.emit(name, payload)
}

/**
 * Tells every listener, after the current turn: a listener's failure is logged and never reaches the writer. What one turn
 * published is told together, in its order, so that what listeners send to one socket can leave in one write.
 */
export function publish<N extends Name>(name: N, event: DomainEvents[N]): void {
  if (waiting.push({ name, event }) === 1) setImmediate(tell)
}

function tell(): void {
  for (const { name, event } of waiting.splice(0)) bus.emit(name, event)
}

/** Listens for one event; gives the way to stop. */
export function subscribe<N extends Name>(name: N, listener: Listener<N>): () => void {
  const guarded = (event: DomainEvents[N]) => {
    Promise.resolve()
      .then(() => listener(event))
      .catch((error: unknown) => logger.error({ err: error, event: name }, 'event listener failed'))
  }
  bus.on(name, guarded)
  return () => bus.off(name, guarded)
}
