import { listMembersOfSharedConversations } from '#app/features/conversations/live-queries.server.ts'
import { sharePresence } from '#app/features/presence/connections.server.ts'
import { connected, disconnected, presenceOf, setIdle } from '#app/features/presence/presence.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { PresenceChange } from '#app/realtime/protocol/socket-events.ts'
import { batch } from './batch.server.ts'
import { socketsOf } from './person-sockets.server.ts'
import { type Database, type GroundworkServer, type GroundworkSocket, personRoom } from './socket-types.ts'

/** How long after their last socket a user counts as gone, so that a reload does not show (ms). */
export const offlineGrace = 10_000

/** How long changes are collected before they are sent (ms). */
export const presenceInterval = 1000

/** How often processes share who is connected (ms). */
const shareInterval = 1000

/**
 * Tracks the presence of users by their sockets and chosen status, and sends changes to everyone who shares a conversation with
 * them, together at each interval. `grace` and `interval` are in ms.
 */
export function startPresence(
  io: GroundworkServer,
  db: Database,
  { grace = offlineGrace, interval = presenceInterval } = {},
) {
  /** The last sent presence of each user. Because it does not change, connections of an invisible user are not sent. */
  const lastSent = new Map<string, string>()
  const leaving = new Map<string, { userId: string; timer: NodeJS.Timeout }>()
  let stopped = false

  const changes = batch<string, true>(interval, async (all) => {
    const changed = new Map<string, PresenceChange>()
    for (const [userId, view] of Object.entries(presenceOf(db, [...all.keys()]))) {
      const serialized = JSON.stringify(view)
      if (lastSent.get(userId) === serialized) continue
      lastSent.set(userId, serialized)
      changed.set(userId, { userId, isOnline: view.status !== 'offline', ...view })
    }
    if (changed.size > 0) await notify(changed)
  })
  const mark = (userId: string) => changes.put(userId, () => true)

  async function notify(changed: Map<string, PresenceChange>): Promise<void> {
    const about = new Map<string, Set<string>>()
    const byConversation = new Map<string, string[]>()
    const companions = listMembersOfSharedConversations(db, [...changed.keys()])
    const reachable = await socketsOf(
      io,
      companions.map(({ userId }) => userId),
    )
    for (const { conversationId, userId } of companions) {
      const members = byConversation.get(conversationId)
      if (members) members.push(userId)
      else byConversation.set(conversationId, [userId])
    }
    for (const members of byConversation.values()) {
      const news = members.filter((userId) => changed.has(userId))
      for (const userId of members) {
        if (!reachable.has(userId)) continue
        const known = about.get(userId) ?? new Set()
        about.set(userId, known)
        for (const each of news) known.add(each)
      }
    }
    // Recipients of the same changes share one packet, which is encoded once.
    const recipients = new Map<string, { news: PresenceChange[]; rooms: string[] }>()
    for (const [userId, ids] of about) {
      const key = [...ids].sort().join()
      const group = recipients.get(key) ?? { news: [...ids].flatMap((id) => changed.get(id) ?? []), rooms: [] }
      recipients.set(key, group)
      group.rooms.push(personRoom(userId))
    }
    for (const { news, rooms: to } of recipients.values()) {
      const here = news.filter(({ isOnline }) => isOnline)
      const gone = news.filter(({ isOnline }) => !isOnline)
      if (here.length > 0) io.local.to(to).emit('user_online', here)
      if (gone.length > 0) io.local.to(to).emit('user_offline', gone)
    }
  }

  function gone(userId: string, socketId: string): void {
    leaving.delete(socketId)
    try {
      if (disconnected(db, Date.now(), userId, socketId)) mark(userId)
    } catch (error) {
      logger.error({ err: error, userId }, 'the time a user was last seen could not be stored')
    }
  }

  const unsubscribe = subscribe('presence.changed', ({ userIds }) => userIds.forEach(mark))
  const shared = sharePresence(db)
  function share(): void {
    try {
      for (const userId of shared.turn(Date.now())) mark(userId)
    } catch (error) {
      logger.error({ err: error }, 'presence could not be shared; it is tried again')
    }
  }
  const timer = setInterval(share, shareInterval)
  timer.unref()
  share()

  return {
    follow(socket: GroundworkSocket): void {
      const { userId } = socket.data.identity
      if (connected(userId, socket.id)) mark(userId)
      socket.once('disconnect', () => {
        if (stopped) return
        leaving.set(socket.id, { userId, timer: setTimeout(gone, grace, userId, socket.id) })
      })
    },
    idle(socket: GroundworkSocket, idle: boolean): void {
      const { userId } = socket.data.identity
      if (socket.connected && setIdle(userId, socket.id, idle)) mark(userId)
    },
    /** Disconnects everyone at once, and stores when they were last seen. */
    stop(): void {
      stopped = true
      unsubscribe()
      for (const socket of io.of('/').sockets.values()) gone(socket.data.identity.userId, socket.id)
      for (const [socketId, { userId, timer }] of leaving) {
        clearTimeout(timer)
        gone(userId, socketId)
      }
      clearInterval(timer)
      shared.stop()
      changes.stop()
    },
  }
}
