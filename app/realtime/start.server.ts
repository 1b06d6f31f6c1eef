import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { startBroker } from './broker.server.ts'
import type { Database } from './socket-types.ts'
import { startSockets } from './sockets.server.ts'

/** Starts Socket.IO and the PeerJS broker for the HTTP server. The caller dispatches upgrade requests to `upgrade`. */
export function startRealtime(http: HttpServer, db: Database) {
  const sockets = startSockets(http, db)
  const broker = startBroker(db)
  return {
    /** Handles an upgrade request; false if its path is neither library's. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const path = request.url?.split('?')[0] ?? ''
      if (path.startsWith('/socket.io/')) {
        sockets.upgrade(request, socket, head)
        return true
      }
      if (path.startsWith('/peerjs/')) {
        broker.upgrade(request, socket, head)
        return true
      }
      return false
    },
    /** Open sockets by kind. */
    count: () => ({ 'socket.io': sockets.count(), peer: broker.count() }),
    close(): void {
      sockets.close()
      broker.close()
    },
  }
}
