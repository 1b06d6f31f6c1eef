import { randomUUID } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { issuePeerCredentials } from '#app/features/calls/peer-credentials.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { callParticipants, callSessions } from '#db/schema/calls.ts'
import { createConversation } from './chat.ts'

/** A group call that is going on among these people, the first of whom began and moderates it, with their peer credentials. */
export function createLiveCall(
  db: Database,
  people: readonly Pick<UserContext, 'actor'>[],
  now = Date.now(),
): { callId: string; conversationId: string; peers: Array<{ id: string; token: string }> } {
  const { id: conversationId } = createConversation(db, { members: people })
  const [caller] = people
  if (!caller) throw new TypeError('createLiveCall: nobody is in it')
  const callId = newId()
  const times = { startedAt: now, connectedAt: now }
  db.insert(callSessions)
    .values({
      ...{ id: callId, kind: 'group', callType: 'video', conversationId, callerId: caller.actor.id, ...times },
      ...{ clientCallId: randomUUID(), state: 'connected', rev: 1, lastOrder: people.length },
    })
    .run()
  const peers = people.map(({ actor }, index) => {
    const peer = issuePeerCredentials(actor.id, now)
    db.insert(callParticipants)
      .values({
        ...{ id: newId(), callId, userId: actor.id, state: 'connected', isModerator: index === 0, order: index + 1 },
        ...{ invitedAt: now, joinedAt: now, heartbeatAt: now, peerId: peer.id, socketId: newId() },
      })
      .run()
    return peer
  })
  return { callId, conversationId, peers }
}
