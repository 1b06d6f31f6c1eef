import type { UserContext } from '#app/features/accounts/context.ts'
import { listQuestions, readProgress } from '#app/features/calls/broadcasts/queries.server.ts'
import { liveRelays, relayOf } from '#app/features/calls/broadcasts/relays.server.ts'
import { startBroadcast } from '#app/features/calls/broadcasts/start-broadcast.server.ts'
import { watchBroadcast } from '#app/features/calls/broadcasts/watch-broadcast.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import { notFound } from '#app/platform/errors.ts'
import { type Answering, answerEvent } from './event-answers.server.ts'
import { broadcastSchemas } from './protocol/broadcast-schemas.server.ts'
import { broadcastRoom, type GroundworkSocket } from './socket-types.ts'

/** Its own broadcast and one that is watched, and another while somebody goes from one to the next. */
const mostFollowed = 3

/** Handles the client events of broadcasts for one socket. */
export function listenToBroadcasts(socket: GroundworkSocket, answering: Answering): void {
  const followed = new Set<string>()
  /** What of each broadcast is on its way to this socket, also after it has left. */
  const loads = new Map<string, { pieces: number; bytes: number }>()

  function leave(broadcastId: string) {
    if (!followed.delete(broadcastId)) return
    void socket.leave(broadcastRoom(broadcastId))
    liveRelays().get(broadcastId)?.leave(socket.id)
  }
  socket.once('disconnect', () => {
    for (const broadcastId of followed) leave(broadcastId)
  })

  answerEvent(socket, 'broadcast:start', answering, {
    limit: 'broadcast',
    schema: broadcastSchemas.start,
    extendsSession: true,
    run(ctx, { conversationId = null, title, ...input }) {
      return { broadcastId: startBroadcast(ctx, { ...input, conversationId, title: title || untitled(ctx) }).id }
    },
  })
  answerEvent(socket, 'broadcast:watch', answering, {
    limit: 'watch',
    schema: broadcastSchemas.one,
    extendsSession: true,
    run(ctx, { broadcastId }) {
      const { isHost } = watchBroadcast(ctx, { broadcastId })
      leave(broadcastId)
      for (const oldest of followed) if (followed.size >= mostFollowed) leave(oldest)
      followed.add(broadcastId)
      void socket.join(broadcastRoom(broadcastId))
      const load = loads.get(broadcastId) ?? { pieces: 0, bytes: 0 }
      loads.set(broadcastId, load)
      if (!isHost)
        relayOf(broadcastId).follow({
          ...{ id: socket.id, userId: ctx.actor.id, load },
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
      leave(broadcastId)
      return {}
    },
  })
}

/** What a broadcast without a title is called ('Live Broadcast'), in its host's language. */
function untitled({ actor: { locale } }: UserContext): string {
  return i18nFor(locale !== null && isLocale(locale) ? locale : defaultLocale).t('broadcasts:untitled')
}
