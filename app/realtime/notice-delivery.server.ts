import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { countMissedCalls } from '#app/features/calls/queries.server.ts'
import { countUnread } from '#app/features/notifications/queries.server.ts'
import { getOwnStatus } from '#app/features/presence/presence.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { batch } from './batch.server.ts'
import { socketsOf } from './person-sockets.server.ts'
import { type Database, type GroundworkServer, personRoom } from './socket-types.ts'

/** Notices of a message, which the tabs have shown by itself (MSG-12). */
const ofMessages: readonly string[] = ['chatMention', 'chatReply']

/**
 * Keeps the bell and the count of missed calls of every tab current: tells people how many there are whenever that may have changed, as
 * they may see it then (ACC-8). Nothing is shown or played to somebody who does not want to be disturbed.
 */
export function startNoticeDelivery(io: GroundworkServer, db: Database) {
  const changes = batch<string, boolean>(250, async (all) => {
    for (const [userId, sockets] of await socketsOf(io, all.keys())) {
      const contexts = sockets.map(({ data: { identity } }) => sessionContext(db, identity.sessionHash, identity))
      const ctx = contexts.find((each) => each !== null)
      if (!ctx) continue
      const isNew = all.get(userId) === true && getOwnStatus(ctx).chosen !== 'dnd'
      const missedCalls = countMissedCalls(db, userId)
      io.local.to(personRoom(userId)).emit('notifications', { unread: countUnread(ctx), missedCalls, isNew })
    }
  })
  const change = (userId: string, isNew: boolean) => changes.put(userId, (before) => before || isNew)
  const stops = [
    changes.stop,
    subscribe('notification.created', ({ userIds, text }) => {
      for (const userId of userIds) change(userId, !ofMessages.includes(text))
    }),
    subscribe('notification.read', ({ userId }) => change(userId, false)),
  ]
  return {
    /** Somebody's socket has connected: what their page was loaded with may be old. */
    arrived: (userId: string) => change(userId, false),
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
