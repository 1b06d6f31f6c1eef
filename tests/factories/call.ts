import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { UserContext } from '#app/features/accounts/context.ts'
import { askQuestion } from '#app/features/calls/broadcasts/ask-question.server.ts'
import { endBroadcast } from '#app/features/calls/broadcasts/end-broadcast.server.ts'
import { finishBroadcasts } from '#app/features/calls/broadcasts/finish-broadcasts.server.ts'
import { findBroadcast } from '#app/features/calls/broadcasts/queries.server.ts'
import { startBroadcast } from '#app/features/calls/broadcasts/start-broadcast.server.ts'
import { takePiece } from '#app/features/calls/broadcasts/take-piece.server.ts'
import { watchBroadcast } from '#app/features/calls/broadcasts/watch-broadcast.server.ts'
import { leaveCall } from '#app/features/calls/leave-call.server.ts'
import { issuePeerCredentials } from '#app/features/calls/peer-credentials.server.ts'
import { addPiece } from '#app/features/calls/recordings/add-piece.server.ts'
import { answerRecording } from '#app/features/calls/recordings/answer-recording.server.ts'
import { findRecording } from '#app/features/calls/recordings/find-recording.server.ts'
import { finishRecordings } from '#app/features/calls/recordings/finish-recordings.server.ts'
import { startRecording } from '#app/features/calls/recordings/start-recording.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { createConversation } from './chat.ts'

/** A group call that is going on among these people, the first of whom began and moderates it, with their peer credentials. */
export function createLiveCall(
  db: Database,
  people: readonly Pick<UserContext, 'actor'>[],
  now = Date.now(),
  name?: string,
): { callId: string; conversationId: string; peers: Array<{ id: string; token: string }>; seats: string[] } {
  const { id: conversationId } = createConversation(db, { members: people, ...(name && { name }) })
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
  const seats = people.map(() => newId())
  const peers = people.map(({ actor }, index) => {
    const peer = issuePeerCredentials(actor.id, now)
    db.insert(callParticipants)
      .values({
        ...{ id: newId(), callId, userId: actor.id, state: 'connected', isModerator: index === 0, order: index + 1 },
        ...{ invitedAt: now, joinedAt: now, heartbeatAt: now, peerId: peer.id, socketId: seats[index] ?? null },
      })
      .run()
    return peer
  })
  return { callId, conversationId, peers, seats }
}

/**
 * The finished recording of a call that is over, made by the first of these people; the others agreed. Returns its id. Where a server runs over
 * the same database, its own job finishes it (`byServer`): two that try it at once look like one that was killed.
 */
export async function createRecording(
  db: Database,
  people: readonly UserContext[],
  {
    now = Date.now(),
    name = 'Site meeting',
    byServer = false,
  }: { now?: number; name?: string; byServer?: boolean } = {},
): Promise<{ recordingId: string; fileId: string }> {
  const { callId, seats } = createLiveCall(db, people, now, name)
  const [recorder, ...others] = people.map((person) => ({ ...person, now }))
  if (!recorder) throw new TypeError('createRecording: nobody makes it')
  const { recordingId } = startRecording(recorder, { callId, socketId: seats[0] ?? '', hasPicture: true })
  for (const person of others) answerRecording(person, { callId, agreed: true })
  const bytes = readFileSync('tests/fixtures/recording.webm')
  await addPiece(recorder, { recordingId, index: 0, bytes, last: true })
  for (const person of people.toReversed()) leaveCall({ ...person, now: now + 3_000 }, { callId })
  const fileOf = () => findRecording(recorder, recordingId)?.fileId
  if (!byServer) while (await finishRecordings(systemContext(db, now + 4_000)));
  else for (const until = Date.now() + 20_000; !fileOf() && Date.now() < until; ) await setTimeout(50)
  const fileId = fileOf()
  if (!fileId) throw new Error('createRecording: it is not finished')
  return { recordingId, fileId }
}

/**
 * A broadcast to a conversation that is over, with its recording and a question of the viewer. Returns its id. Where a server runs over the same
 * database, its own job finishes it (`byServer`): two that try it at once look like one that was killed.
 */
export async function createBroadcast(
  host: UserContext,
  viewer: UserContext,
  { conversationId, title, byServer = false }: { conversationId: string; title: string; byServer?: boolean },
): Promise<string> {
  const input = { conversationId, title, format: 'vp9' as const, clientBroadcastId: randomUUID() }
  const { id: broadcastId } = startBroadcast(host, input)
  watchBroadcast(viewer, { broadcastId })
  askQuestion(viewer, { broadcastId, text: 'When is the crane here?' })
  const bytes = readFileSync('tests/fixtures/recording.webm')
  await takePiece(host, { broadcastId, index: 0, bytes, last: true })
  endBroadcast({ ...host, now: host.now + 3_000 }, { broadcastId })
  const isThere = () => findBroadcast(host, broadcastId)?.state === 'recorded'
  if (!byServer) while (await finishBroadcasts(systemContext(host.db, host.now + 4_000)));
  else for (const until = Date.now() + 20_000; !isThere() && Date.now() < until; ) await setTimeout(50)
  if (!isThere()) throw new Error('createBroadcast: its recording is not finished')
  return broadcastId
}
