import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import express from 'express'
import { ExpressPeerServer } from 'peer'
import { type WebSocket, WebSocketServer } from 'ws'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { identifySocket, type SocketIdentity } from './handshake.server.ts'
import { checkPeerCredentials } from './peer-credentials.server.ts'

const maxFrameBytes = 64 * 1024

/**
 * The PeerJS broker. Its websocket server does not listen for upgrades, because it would take Socket.IO's. We hand it the
 * sockets of signed-in users with credentials for their peer id, and close them when the session ends.
 */
export function startBroker() {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const idle = createServer()
  const broker = ExpressPeerServer(idle, { path: '/', allow_discovery: false, createWebSocketServer: () => sockets })
  // Without a listener, a malformed frame would end the process.
  broker.on('error', (error) => logger.warn({ err: error }, 'peer broker'))
  sockets.on('connection', (socket) => socket.on('error', () => socket.terminate()))
  const sessionOf = new WeakMap<WebSocket, string>()
  const unsubscribe = subscribe('session.ended', ({ sessionHashes }) => {
    const ended = new Set(sessionHashes)
    for (const peer of sockets.clients) if (ended.has(sessionOf.get(peer) ?? '')) peer.terminate()
  })
  // Mounting starts the broker; it is not reachable by plain HTTP.
  express().use('/peerjs', broker)
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      admit(request).then(
        (identity) => {
          if (!identity)
            return socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
          sockets.handleUpgrade(request, socket, head, (peer) => {
            sessionOf.set(peer, identity.sessionHash)
            sockets.emit('connection', peer, request)
          })
        },
        (error: unknown) => {
          logger.error({ err: error }, 'peer handshake failed')
          socket.destroy()
        },
      )
    },
    count: () => sockets.clients.size,
    close(): void {
      unsubscribe()
      for (const peer of sockets.clients) peer.terminate()
      sockets.close()
    },
  }
}

async function admit(request: IncomingMessage): Promise<SocketIdentity | null> {
  const identity = await identifySocket(request)
  const query = new URL(request.url ?? '/', 'http://broker').searchParams
  const credentials = { id: query.get('id') ?? '', token: query.get('token') ?? '' }
  return identity && checkPeerCredentials(identity.userId, credentials, Date.now()) ? identity : null
}
