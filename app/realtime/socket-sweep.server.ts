import { findActiveSessions } from '#app/features/accounts/sessions/session-context.server.ts'
import { readablePlaces } from '#app/features/conversations/live-queries.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import {
  conversationsOf,
  type Database,
  type GroundworkServer,
  type GroundworkSocket,
  groupRoom,
  personRoom,
  sessionRoom,
} from './socket-types.ts'

/** A client with more pending packets is disconnected, to limit the memory; it syncs when it is back. */
const packetsBehind = 500
const slowEvery = 1_000
/** How often sessions and live views are checked (ms). */
export const sweepEvery = 30_000

/**
 * Closes sockets of clients that do not read, and of sessions that have expired. Takes users out of the live view of conversations
 * that they may no longer read, because a module was closed to them. Returns a function that stops it.
 */
export function startSweep(io: GroundworkServer, db: Database, every: number): () => void {
  const timers = [
    setInterval(guarded(endSlow), slowEvery),
    setInterval(guarded(endExpired), every),
    setInterval(guarded(leaveClosed), every),
  ]

  function endSlow(): void {
    for (const { conn, data } of io.of('/').sockets.values()) {
      const behind = packetsWaiting(conn)
      if (behind <= packetsBehind) continue
      logger.warn({ userId: data.identity.userId, behind }, 'a slow reader was closed')
      // Discard the pending packets instead of waiting until they are read.
      conn.close(true)
    }
  }

  function endExpired(): void {
    const hashes = [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.identity.sessionHash))]
    if (hashes.length === 0) return
    const live = findActiveSessions(db, hashes, Date.now())
    for (const hash of hashes) if (!live.has(hash)) io.local.in(sessionRoom(hash)).disconnectSockets(true)
  }

  function leaveClosed(): void {
    const sockets = [...io.of('/').sockets.values()]
    const places = sockets.flatMap(({ rooms, data }) =>
      conversationsOf(rooms).map((conversationId) => ({ conversationId, userId: data.identity.userId })),
    )
    if (places.length === 0) return
    const open = new Set(readablePlaces(db, places).map(({ conversationId, userId }) => conversationId + userId))
    for (const { conversationId, userId } of places) {
      if (open.has(conversationId + userId)) continue
      io.local.in(personRoom(userId)).socketsLeave(groupRoom(conversationId))
      io.local.to(personRoom(userId)).emit('group_left', { conversationId, groupId: conversationId })
    }
  }

  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Engine.IO has no public API for the number of pending packets. */
function packetsWaiting(conn: GroundworkSocket['conn']): number {
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows a private field only like this
  return conn['writeBuffer'].length
}

function guarded(work: () => void): () => void {
  return () => {
    try {
      work()
    } catch (error) {
      logger.error({ err: error }, 'the sweep of sockets failed')
    }
  }
}
