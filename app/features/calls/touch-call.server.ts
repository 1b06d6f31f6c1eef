import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { callSessions } from '#db/schema/calls/calls.ts'

/** Makes a new revision of a call of which something beside its table has changed, and tells those who are in it. */
export function touchCall(tx: Transaction, source: EventSource, callId: string): void {
  const { rev } = tx
    .update(callSessions)
    .set({ rev: sql`${callSessions.rev} + 1` })
    .where(eq(callSessions.id, callId))
    .returning({ rev: callSessions.rev })
    .get()
  recordEvent(tx, source, 'call.changed', { callId, rev, steps: [], moved: null })
}
