import { EventEmitter } from 'node:events'
import type { DomainEvent, DomainEvents, EventName } from '#app/events.ts'
import { logger } from './logger.server.ts'
import { singleton } from './singleton.server.ts'

type Listener<N extends EventName> = (payload: DomainEvents[N]) => void | Promise<void>

const bus = singleton('events', () => new EventEmitter().setMaxListeners(0))

/** Sends a committed event to this process's live listeners; called by `db/event-dispatcher.server.ts`. */
export function emit({ name, payload }: DomainEvent): void {
  bus.emit(name, payload)
}

/**
 * Subscribes to one event, whichever process commits it. A failing listener is logged and affects nobody else. An event that
 * must not be missed needs a durable listener (app/listeners.server.ts). Returns the function that unsubscribes.
 */
export function subscribe<N extends EventName>(name: N, listener: Listener<N>): () => void {
  const guarded = (payload: DomainEvents[N]) => {
    Promise.resolve()
      .then(() => listener(payload))
      .catch((error: unknown) => logger.error({ err: error, event: name }, 'event listener failed'))
  }
  bus.on(name, guarded)
  return () => bus.off(name, guarded)
}
