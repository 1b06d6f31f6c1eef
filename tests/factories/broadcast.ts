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
import { systemContext } from '#app/features/escrow/system-context.server.ts'

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
  if (!byServer) await finishBroadcasts(systemContext(host.db, host.now + 4_000))
  else for (const until = Date.now() + 20_000; !isThere() && Date.now() < until; ) await setTimeout(50)
  if (!isThere()) throw new Error('createBroadcast: its recording is not finished')
  return broadcastId
}
