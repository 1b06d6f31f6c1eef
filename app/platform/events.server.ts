import { EventEmitter } from 'node:events'
import type { DomainEvent as RecordedEvent, DomainEvents as RecordedEvents } from '#app/events.ts'
import { logger } from './logger.server.ts'
import { singleton } from './singleton.server.ts'

/** Chat still declares its own events here and sends them with `publish`. */
export interface DomainEvents extends RecordedEvents {}

type Name = keyof DomainEvents & string
type Listener<N extends Name> = (event: DomainEvents[N]) => void | Promise<void>

const bus = singleton('events', () => new EventEmitter().setMaxListeners(0))
const waiting = singleton('events waiting', (): Array<{ name: Name; event: unknown }> => [])

/** Sends a committed event to this process's live listeners; called by `db/event-dispatcher.server.ts`. */
export function emit({ name, payload }: RecordedEvent): void {
  bus.emit(name, payload)
}

/**
 * Notifies every listener after the current event loop turn. A failing listener is logged and never reaches the
 * publisher. Events published in one turn are delivered together and in order, so that listeners can send them to a
 * socket in one write.
 */
export function publish<N extends Name>(name: N, event: DomainEvents[N]): void {
  if (waiting.push({ name, event }) === 1) setImmediate(deliver)
}

function deliver(): void {
  for (const { name, event } of waiting.splice(0)) bus.emit(name, event)
}

/** Subscribes to one event. Returns the function that unsubscribes. */
export function subscribe<N extends Name>(name: N, listener: Listener<N>): () => void {
  const guarded = (event: DomainEvents[N]) => {
    Promise.resolve()
      .then(() => listener(event))
      .catch((error: unknown) => logger.error({ err: error, event: name }, 'event listener failed'))
  }
  bus.on(name, guarded)
  return () => bus.off(name, guarded)
}
