import { advanceBroadcasts, endInterrupted } from '#app/features/calls/broadcasts/advance-broadcasts.server.ts'
import { lostViewers } from '#app/features/calls/broadcasts/broadcast-access.server.ts'
import { findQuestion, readProgress } from '#app/features/calls/broadcasts/queries.server.ts'
import { endRelay, liveRelays } from '#app/features/calls/broadcasts/relays.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { broadcastRoom, type Database, type GroundworkServer, personRoom } from './socket-types.ts'

/**
 * Tells those who follow a broadcast how it stands, and ends what is due. Those who may not watch any more get nothing from the next second on.
 * Their number is told at most once a second.
 */
export function startBroadcasts(io: GroundworkServer, db: Database, every: number): () => void {
  const counted = new Map<string, number>()

  function tell(broadcastId: string): void {
    const progress = readProgress(db, broadcastId)
    if (!progress) return
    const { state, viewers } = progress
    io.local.to(broadcastRoom(broadcastId)).emit('broadcast:progress', progress)
    if (state === 'live') counted.set(broadcastId, viewers)
    else {
      endRelay(broadcastId)
      counted.delete(broadcastId)
    }
  }
  function shutOut(): void {
    for (const [broadcastId, relay] of liveRelays()) {
      const gone = lostViewers(db, broadcastId, [...new Set(relay.viewers.map(({ userId }) => userId))])
      for (const { id, userId } of relay.viewers) if (gone.includes(userId)) relay.leave(id)
      for (const userId of gone) {
        io.local.to(personRoom(userId)).emit('broadcast:closed', { broadcastId })
        io.local.in(personRoom(userId)).socketsLeave(broadcastRoom(broadcastId))
      }
    }
  }
  function advance(): void {
    try {
      advanceBroadcasts(systemContext(db, Date.now()))
      shutOut()
      for (const [broadcastId, relay] of liveRelays()) if (relay.people !== counted.get(broadcastId)) tell(broadcastId)
    } catch (error) {
      logger.error({ err: error }, 'broadcasts could not be advanced; it is tried again')
    }
  }
  endInterrupted(systemContext(db, Date.now()))
  const timer = setInterval(advance, every)
  timer.unref()
  const stops = [
    subscribe('broadcast.changed', ({ broadcastId }) => tell(broadcastId)),
    subscribe('broadcast.asked', ({ broadcastId, questionId }) => {
      const question = findQuestion(db, broadcastId, questionId)
      if (question) io.local.to(broadcastRoom(broadcastId)).emit('broadcast:question', { broadcastId, question })
    }),
  ]
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    for (const broadcastId of [...liveRelays().keys()]) endRelay(broadcastId)
  }
}
