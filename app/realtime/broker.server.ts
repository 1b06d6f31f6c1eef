import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import express from 'express'
import { ExpressPeerServer } from 'peer'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type WebSocket, WebSocketServer } from 'ws'
import { refusalReason } from '#app/features/accounts/require-right.server.ts'
import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { peersInCalls, shareCall } from '#app/features/calls/call-view.server.ts'
import { checkPeerCredentials } from '#app/features/calls/peer-credentials.server.ts'
import { env } from '#app/platform/env.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { identifySocket, type SocketIdentity } from './handshake.server.ts'
import type { Database } from './socket-types.ts'
import { refuseUpgrade } from './upgrades.server.ts'

const maxFrameBytes = 64 * 1024
/** Of one person in ten seconds, over all peers. A call among eight begins with 160 frames of 80 KB in all. */
const rates = { frames: 300, bytes: 512 * 1024, seconds: 10 }
/** A peer that has not read this much is closed, to limit the memory. */
const maxUnread = 512 * 1024
/** PeerJS sends a heartbeat every 5 seconds. A peer that is silent for longer than this has gone (ms). */
const silence = 90_000

const heartbeat = '{"type":"HEARTBEAT"}'
/** A frame for another peer, as PeerJS writes it: `{"type":"OFFER","payload":{…},"dst":"<peer id>"}`. */
const addressed = /^\{"type":"(OFFER|ANSWER|CANDIDATE|LEAVE)"(?:,"payload":(.+))?,"dst":"([\da-f]{32})"\}$/s

type Peer = { id: string; socket: WebSocket; userId: string; sessionHash: string; connection: EventEmitter }

/**
 * The PeerJS broker: relays the first messages of calls, and only between peers of people who are in one call at that moment. A peer id is
 * bound to somebody's part in a call (`takeSeat`); its socket is closed when they leave it or take another id.
 * `peer` by itself parses every payload, keeps frames for peers that do not exist and limits neither, so it is given
 * only the envelopes of frames for peers that are connected; payloads pass it by unread. A person who sends too much loses the
 * peer that did. Peers are closed when their session ends.
 */
export function startBroker(db: Database) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const peers = new Map<string, Peer>()
  const limit = (points: number) => new RateLimiterMemory({ points, duration: rates.seconds })
  const [frames, bytes] = [limit(rates.frames), limit(rates.bytes)]
  const broker = ExpressPeerServer(createServer(), {
    path: '/',
    allow_discovery: false,
    alive_timeout: silence,
    createWebSocketServer: () => sockets,
  })
  // Without a listener, an error would end the process.
  broker.on('error', (error) => logger.warn({ err: error }, 'peer broker'))
  // Mounting starts the broker; it is not reachable by plain HTTP.
  express().use('/peerjs', broker)
  /** The payload of the frame that `peer` is relaying, which it does before `emit` returns. */
  let payload: string | undefined
  const stops = [
    subscribe('session.ended', ({ sessionHashes }) => {
      for (const { socket, sessionHash } of peers.values()) if (sessionHashes.includes(sessionHash)) socket.terminate()
    }),
    subscribe('call.changed', () => {
      const bound = peersInCalls(db, [...peers.keys()])
      for (const { id, socket } of peers.values()) if (!bound.has(id)) socket.terminate()
    }),
  ]

  async function refusalOf(request: IncomingMessage, id: string, token: string): Promise<SocketIdentity | string> {
    const identity = await identifySocket(request)
    if (!identity || !checkPeerCredentials(identity.userId, { id, token }, Date.now())) return '401 Unauthorized'
    const ctx = sessionContext(db, identity.sessionHash, identity)
    if (!ctx || refusalReason(ctx, 'messages.send')) return '403 Forbidden'
    return peersInCalls(db, [id]).get(id) === identity.userId ? identity : '403 Forbidden'
  }

  function enter(
    socket: WebSocket,
    id: string,
    { userId, sessionHash }: SocketIdentity,
    request: IncomingMessage,
  ): void {
    /** What `peer` takes for the socket. */
    const connection = Object.assign(new EventEmitter(), {
      send(envelope: string) {
        if (socket.bufferedAmount > maxUnread) return socket.terminate()
        // The envelope comes last: of two fields with one name JSON takes the last, so no payload can pose as another peer.
        socket.send(payload === undefined ? envelope : `{"payload":${payload},${envelope.slice(1)}`)
      },
      close: () => socket.close(),
    })
    const peer = { id, socket, userId, sessionHash, connection }
    peers.get(id)?.socket.terminate()
    peers.set(id, peer)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      connection.emit('close')
      if (peers.get(id) === peer) peers.delete(id)
    })
    socket.on('message', (data: Buffer) => {
      const counted = env.RATE_LIMITS ? [frames.consume(userId), bytes.consume(userId, data.length)] : []
      Promise.all(counted).then(
        () => relay(peer, data.toString()),
        () => {
          countRefusal('peer-rate')
          socket.terminate()
        },
      )
    })
    sockets.emit('connection', connection, request)
  }

  function relay(from: Peer, frame: string): void {
    if (frame === heartbeat) return void from.connection.emit('message', frame)
    const [, type, content = 'null', dst = ''] = addressed.exec(frame) ?? []
    if (!type) return
    if (peers.has(dst) && shareCall(db, from.id, dst)) {
      payload = content
      from.connection.emit('message', JSON.stringify({ type, dst }))
      payload = undefined
    } else if (type === 'OFFER') from.socket.send(JSON.stringify({ type: 'EXPIRE', src: dst, dst: from.id }))
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const query = new URL(request.url ?? '/', 'http://broker').searchParams
      const [id, token] = [query.get('id') ?? '', query.get('token') ?? '']
      refusalOf(request, id, token).then(
        (admitted) => {
          if (typeof admitted === 'string') return refuseUpgrade(socket, admitted)
          sockets.handleUpgrade(request, socket, head, (peer) => enter(peer, id, admitted, request))
        },
        (error: unknown) => {
          logger.error({ err: error }, 'peer handshake failed')
          socket.destroy()
        },
      )
    },
    count: () => sockets.clients.size,
    close(): void {
      for (const stop of stops) stop()
      for (const { socket } of peers.values()) socket.terminate()
      sockets.close()
    },
  }
}
