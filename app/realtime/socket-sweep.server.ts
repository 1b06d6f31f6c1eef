import { findActiveSessions } from '#app/features/accounts/sessions/session-context.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Database, type GroundworkServer, type GroundworkSocket, sessionRoom } from './socket-types.ts'

/** A reader so many packets behind is put out: it syncs when it is back, and what waited for it is not kept in memory. */
const packetsBehind = 500
const slowEvery = 1_000
const sessionsEvery = 30_000

/** Ends sockets that do not read, and those whose session has run out without anybody saying so. */
export function startSweep(io: GroundworkServer, db: Database): () => void {
  const timers = [setInterval(guarded(endSlow), slowEvery), setInterval(guarded(endExpired), sessionsEvery)]

  function endSlow(): void {
    for (const { conn, data } of io.of('/').sockets.values()) {
      const behind = packetsWaiting(conn)
      if (behind <= packetsBehind) continue
      logger.warn({ userId: data.identity.userId, behind }, 'a slow reader was closed')
      // At once: to wait until it has read the rest would be to keep the rest.
      conn.close(true)
    }
  }

  function endExpired(): void {
    const hashes = [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.identity.sessionHash))]
    if (hashes.length === 0) return
    const live = findActiveSessions(db, hashes, Date.now())
    for (const hash of hashes) if (!live.has(hash)) io.local.in(sessionRoom(hash)).disconnectSockets(true)
  }

  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Engine.IO keeps to itself how much it has not handed over yet. */
function packetsWaiting(conn: GroundworkSocket['conn']): number {
  return (conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length
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
