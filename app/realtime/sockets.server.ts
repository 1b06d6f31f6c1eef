import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server } from 'socket.io'
import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { startBroadcasts } from './broadcast-delivery.server.ts'
import { listenToBroadcasts } from './broadcast-events.server.ts'
import { callInterval, startCalls } from './call-delivery.server.ts'
import { listenToCalls } from './call-events.server.ts'
import { startDelivery } from './chat-delivery.server.ts'
import { listenToChat } from './chat-events.server.ts'
import { corkWrites } from './cork-writes.server.ts'
import { startEventLimits } from './event-limits.server.ts'
import { identifySocket, type SocketIdentity } from './handshake.server.ts'
import { startNoticeDelivery } from './notice-delivery.server.ts'
import { socketsOf } from './person-sockets.server.ts'
import { offlineGrace, presenceInterval, startPresence } from './presence-delivery.server.ts'
import { startReceipts } from './receipts.server.ts'
import { startSendQueue } from './send-queue.server.ts'
import { startSweep, sweepEvery } from './socket-sweep.server.ts'
import { type Database, type GroundworkServer, type GroundworkSocket, personRoom, sessionRoom } from './socket-types.ts'

const identities = new WeakMap<IncomingMessage, SocketIdentity>()
/** More than the tabs of any user. */
const maxSocketsPerPerson = 100

/**
 * Starts Socket.IO. The handshake identifies the user. Rooms are `u:{user}`, `s:{session}` and `g:{conversation}` for those who
 * have it open. The sockets of a session are closed when it ends. Socket.IO's connection state recovery is off, because it
 * would put removed members back into their rooms; clients use `sync`. Each process reads events from the outbox and emits to
 * its own sockets (`io.local`), so there is no adapter between processes (decision 31).
 */
export function startSockets(
  http: HttpServer,
  db: Database,
  { grace = offlineGrace, interval = presenceInterval, sweep = sweepEvery, callsEvery = callInterval } = {},
) {
  const limits = startEventLimits()

  /** Why a handshake is refused. */
  async function admit(request: IncomingMessage): Promise<string | null> {
    const identity = await identifySocket(request)
    if (!identity) return 'unauthenticated'
    if ((await limits.take(identity.userId, 'connect')) !== 'allowed') return 'rate_limited'
    identities.set(request, identity)
    return null
  }

  const io: GroundworkServer = new Server(http, {
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 64 * 1024,
    perMessageDeflate: false,
    allowRequest: (request, decide) => {
      admit(request).then(
        (refusal) => decide(refusal, refusal === null),
        () => decide('server_error', false),
      )
    },
  })
  corkWrites(io)
  io.use((socket, next) => {
    const identity = identities.get(socket.request)
    if (!identity) return next(new Error('unauthenticated'))
    socketsOf(io, [identity.userId]).then((open) => {
      // Check again: if the session ended after the handshake, this socket was in no room to be disconnected from.
      if (!sessionContext(db, identity.sessionHash, identity)) return next(new Error('unauthenticated'))
      if ((open.get(identity.userId)?.length ?? 0) >= maxSocketsPerPerson) return next(new Error('rate_limited'))
      socket.data.identity = identity
      next()
    }, next)
  })

  const receipts = startReceipts(io, db)
  const notices = startNoticeDelivery(io, db)
  const presence = startPresence(io, db, { grace, interval })
  const calls = startCalls(io, db, callsEvery)
  const services = { db, limits, presence, send: startSendQueue() }
  const stops = [
    startDelivery(io, db, receipts),
    startSweep(io, db, sweep),
    subscribe('session.ended', ({ sessionHashes }) => {
      for (const hash of sessionHashes) io.local.in(sessionRoom(hash)).disconnectSockets(true)
    }),
    receipts.stop,
    notices.stop,
    presence.stop,
    calls.stop,
    startBroadcasts(io, db, callsEvery),
  ]

  io.on('connection', (socket: GroundworkSocket) => {
    const { identity } = socket.data
    void socket.join([personRoom(identity.userId), sessionRoom(identity.sessionHash)])
    listenToChat(socket, services)
    listenToCalls(io, socket, services)
    listenToBroadcasts(socket, services)
    calls.follow(socket)
    dropUnknown(socket, () => limits.take(identity.userId, 'unknown'))
    presence.follow(socket)
    receipts.arrived(identity.userId)
    notices.arrived(identity.userId)
  })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      io.engine.handleUpgrade(request as Parameters<typeof io.engine.handleUpgrade>[0], socket, head)
    },
    count: () => io.engine.clientsCount,
    /** Does not wait: Socket.IO's promise waits for all connections of the HTTP server, including other libraries'. */
    close(): void {
      for (const stop of stops) stop()
      void io.close()
    },
  }
}

/** Ignores unknown events, and counts them towards a limit. */
function dropUnknown(socket: GroundworkSocket, count: () => Promise<unknown>): void {
  const known = new Set<unknown>(socket.eventNames())
  socket.use(([name], next) => {
    if (known.has(name)) return next()
    void count().then((verdict) => {
      if (verdict === 'flood') socket.disconnect(true)
    })
  })
}
