import type { DomainEvents, EventName } from '#app/events.ts'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'

/** Records an event in its own transaction, as a system verb would. */
export function record<N extends EventName>(db: Database, name: N, payload: DomainEvents[N]): void {
  transact(db, (tx) => recordEvent(tx, { actor: null, now: Date.now(), requestId: 'a test' }, name, payload))
}

/** The recorded events of this name, in order, as listeners get them. */
export function recorded<N extends EventName>(db: Database, name: N): DomainEvents[N][] {
  const rows = db.$client.prepare<[string], string>('SELECT payload FROM outbox WHERE name = ? ORDER BY id').pluck()
  return rows.all(name).map((payload) => JSON.parse(payload) as DomainEvents[N])
}
