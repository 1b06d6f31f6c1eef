import { randomUUID } from 'node:crypto'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { advanceCalls } from '#app/features/calls/advance-calls.server.ts'
import { answerCall } from '#app/features/calls/answer-call.server.ts'
import { leaveCall } from '#app/features/calls/leave-call.server.ts'
import { reportMedia } from '#app/features/calls/report-media.server.ts'
import { startCall } from '#app/features/calls/start-call.server.ts'
import { writeCallNote } from '#app/features/calls/write-call-note.server.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { removeSocket } from '#app/features/presence/connections.server.ts'
import { connected } from '#app/features/presence/presence.server.ts'
import type { Database } from '#db/client.server.ts'
import type { CallType } from '#db/vocabulary/calls.ts'
import type { DemoPerson } from './conversation-stories.ts'
import type { People } from './people.ts'
import { type When, whenOf } from './when.ts'

type DemoCall = {
  by: DemoPerson
  to: DemoPerson
  at: When
  callType: CallType
  /** How long they talked, in seconds; without it nobody answered. */
  seconds?: number
  /** What the caller has noted of it. */
  note?: string
}

const calls: DemoCall[] = [
  {
    ...{ by: 'client', to: 'provider', at: '10d 09:40', callType: 'voice', seconds: 460 },
    note: 'Keys are with the caretaker. Water is off on Monday from 8 to 16.',
  },
  { by: 'provider', to: 'client', at: '10d 15:05', callType: 'video', seconds: 1_085 },
  { by: 'member', to: 'provider', at: '12d 16:20', callType: 'voice' },
]

const second = 1_000

/**
 * Lets the demo people call each other over the past days, with the product's own verbs, so that their history has something to show. Calls are
 * lines of their conversations, so they come before anything that is written there.
 */
export function seedCalls(db: Database, people: People, now: number): void {
  for (const { by, to, at, callType, seconds, note } of calls) {
    const began = whenOf(at, now)
    const [caller, callee] = [people[by], people[to]].map((person) => ({
      at: (ms: number): CompanyContext => ({ ...person, now: began + ms }),
      // A phone rings only where a page is open; their only tab is named like the person.
      socketId: person.actor.id,
    })) as [Party, Party]
    for (const { socketId } of [caller, callee]) connected(socketId, socketId)
    const { conversationId } = openDirect(caller.at(0), { userId: callee.socketId })
    const started = { conversationId, callType, clientCallId: randomUUID(), socketId: caller.socketId }
    const { callId } = startCall(caller.at(0), started)
    if (seconds === undefined) advanceCalls(systemContext(db, began + 120 * second))
    else talk(callId, caller, callee, seconds)
    if (note) writeCallNote(caller.at(0), { callId, note })
    for (const { socketId } of [caller, callee]) removeSocket(socketId, socketId)
  }
}

type Party = { at: (ms: number) => CompanyContext; socketId: string }

function talk(callId: string, caller: Party, callee: Party, seconds: number): void {
  answerCall(callee.at(6 * second), { callId, socketId: callee.socketId })
  for (const { at, socketId } of [caller, callee]) reportMedia(at(7 * second), { callId, socketId, state: 'connected' })
  leaveCall(caller.at((7 + seconds) * second), { callId })
}
