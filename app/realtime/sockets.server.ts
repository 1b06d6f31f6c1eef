import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server } from 'socket.io'
import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { startDelivery } from './chat-delivery.server.ts'
import { listenToChat } from './chat-events.server.ts'
import { startEventLimits } from './event-limits.server.ts'
import { identifySocket, type SocketIdentity } from './handshake.server.ts'
import { joinWrites } from './joined-writes.server.ts'
import { socketsOf } from './person-sockets.server.ts'
import { offlineGrace, startPresence } from './presence-delivery.server.ts'
import { startReceipts } from './receipts.server.ts'
import { startSendQueue } from './send-queue.server.ts'
import { startSweep } from './socket-sweep.server.ts'
import { type Database, type GroundworkServer, type GroundworkSocket, personRoom, sessionRoom } from './socket-types.ts'

const identities = new WeakMap<IncomingMessage, SocketIdentity>()
/** More tabs than anybody has. */
const maxSocketsPerPerson = 100

/**
 * Socket.IO: the handshake settles who it is; rooms `u:{user}` and `s:{session}` reach a person and a browser session, `g:{id}`
 * the live view of a conversation. A session that ends loses its sockets at once. Socket.IO's own recovery stays off: it would
 * put people who were removed back into their rooms; `sync` is the recovery. Every process hears of everything from the outbox
 * and tells its own sockets (`io.local`); no adapter connects them (decision 31).
 */
export function startSockets(http: HttpServer, db: Database, { grace = offlineGrace } = {}) {
  const io: GroundworkServer = new Server(http, {
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 64 * 1024,
    perMessageDeflate: false,
    allowRequest: (request, decide) => {
      identifySocket(request).then(
        (identity) => {
          if (identity) identities.set(request, identity)
          decide(identity ? null : 'unauthenticated', identity !== null)
        },
        () => decide('server_error', false),
      )
    },
  })
  joinWrites(io)
  io.use((socket, next) => {
    const identity = identities.get(socket.request)
    if (!identity) return next(new Error('unauthenticated'))
    socketsOf(io, [identity.userId]).then((open) => {
      // Asked again: a session that ended since the handshake ended no socket, because this one was in no room yet.
      if (!sessionContext(db, identity.sessionHash, identity)) return next(new Error('unauthenticated'))
      if ((open.get(identity.userId)?.length ?? 0) >= maxSocketsPerPerson) return next(new Error('rate_limited'))
      socket.data.identity = identity
      next()
    }, next)
  })

  const limits = startEventLimits()
  const receipts = startReceipts(io, db)
  const presence = startPresence(io, db, grace)
  const services = { db, limits, presence, send: startSendQueue() }
  const stops = [
    startDelivery(io, db, receipts),
    startSweep(io, db),
    subscribe('session.ended', ({ sessionHashes }) => {
      for (const hash of sessionHashes) io.local.in(sessionRoom(hash)).disconnectSockets(true)
    }),
    receipts.stop,
    presence.stop,
  ]

  io.on('connection', (socket: GroundworkSocket) => {
    const { identity } = socket.data
    void socket.join([personRoom(identity.userId), sessionRoom(identity.sessionHash)])
    listenToChat(socket, services)
    dropUnknown(socket, () => limits.take(identity.userId, 'unknown'))
    presence.follow(socket)
    receipts.arrived(identity.userId)
  })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      io.engine.handleUpgrade(request as Parameters<typeof io.engine.handleUpgrade>[0], socket, head)
    },
    /** Not awaited: Socket.IO's promise waits for every connection of the HTTP server, other people's sockets included. */
    close(): void {
      for (const stop of stops) stop()
      void io.close()
    },
  }
}

/** Events that there are not are ignored, and counted. */
function dropUnknown(socket: GroundworkSocket, count: () => Promise<unknown>): void {
  const known = new Set<unknown>(socket.eventNames())
  socket.use(([name], next) => {
    if (known.has(name)) return next()
    void count().then((verdict) => {
      if (verdict === 'flood') socket.disconnect(true)
    })
  })
}
