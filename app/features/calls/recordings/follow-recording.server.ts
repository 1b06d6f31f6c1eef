import type { CallStep } from '#app/features/calls/call.ts'
import { isLive } from '#app/features/calls/call.ts'
import type { CallRecord } from '#app/features/calls/call-rows.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { addChapter, findRunningRecording, markStopped, setAsked } from './recording-rows.server.ts'

const nameOf = sql(
  { params: columns(users, 'id'), row: columns(users, 'name') },
  'SELECT name FROM users WHERE id = :id',
)

/** What a change of a call does to its recording: who joins is asked and begins a chapter, and it is over once whoever makes it is not in the call. */
export function followRecording(
  tx: Transaction,
  { id, call }: CallRecord,
  steps: readonly Pick<CallStep, 'what' | 'userId'>[],
  now: number,
): void {
  const running = findRunningRecording(tx, id)
  if (!running) return
  for (const { what, userId } of steps) {
    if (what !== 'answered') continue
    setAsked(tx, running.id, userId, now)
    addChapter(tx, running, { kind: 'join', name: nameOf.one(tx, { id: userId }).name }, now)
  }
  const isMade = call.parts.some((part) => part.userId === running.startedBy && isLive(part))
  if (call.state === 'ended' || !isMade) markStopped(tx, running.id, now)
}
