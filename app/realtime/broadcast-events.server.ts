import { listQuestions, readProgress } from '#app/features/calls/broadcasts/queries.server.ts'
import { liveRelays, relayOf } from '#app/features/calls/broadcasts/relays.server.ts'
import { startBroadcast } from '#app/features/calls/broadcasts/start-broadcast.server.ts'
import { watchBroadcast } from '#app/features/calls/broadcasts/watch-broadcast.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { type Answering, answerEvent } from './event-answers.server.ts'
import { broadcastSchemas } from './protocol/broadcast-schemas.server.ts'
import { broadcastRoom, type GroundworkSocket } from './socket-types.ts'

/** Handles the client events of broadcasts for one socket, which follows at most one. */
export function listenToBroadcasts(socket: GroundworkSocket, answering: Answering): void {
  let followed: string | null = null

  function leave() {
    if (followed === null) return
    void socket.leave(broadcastRoom(followed))
    liveRelays().get(followed)?.leave(socket.id)
    followed = null
  }
  socket.once('disconnect', leave)

  answerEvent(socket, 'broadcast:start', answering, {
    limit: 'broadcast',
    schema: broadcastSchemas.start,
    extendsSession: true,
    run: (ctx, { conversationId = null, ...input }) => ({
      broadcastId: startBroadcast(ctx, { ...input, conversationId }).id,
    }),
  })
  answerEvent(socket, 'broadcast:watch', answering, {
    limit: 'watch',
    schema: broadcastSchemas.one,
    extendsSession: true,
    run(ctx, { broadcastId }) {
      const { isHost } = watchBroadcast(ctx, { broadcastId })
      leave()
      followed = broadcastId
      void socket.join(broadcastRoom(broadcastId))
      if (!isHost)
        relayOf(broadcastId).follow({
          id: socket.id,
          userId: ctx.actor.id,
          send: ({ isStart, bytes }, taken) =>
            socket.emit('broadcast:piece', { broadcastId, isStart }, bytes as unknown as ArrayBuffer, taken),
        })
      const progress = readProgress(ctx.db, broadcastId)
      if (!progress) throw notFound('broadcasts:refused.notFound')
      return { progress, questions: listQuestions(ctx.db, broadcastId) }
    },
  })
  answerEvent(socket, 'broadcast:leave', answering, {
    limit: 'watch',
    schema: broadcastSchemas.one,
    run(_ctx, { broadcastId }) {
      if (followed === broadcastId) leave()
      return {}
    },
  })
}
