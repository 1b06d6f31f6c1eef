import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/**
 * Dispatches upgrade requests to the first handler that accepts their path, and refuses the others. Libraries that listen for
 * upgrades themselves would close each other's sockets.
 */
export function dispatchUpgrades(http: Server, ...takers: TakeUpgrade[]): void {
  http.removeAllListeners('upgrade')
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (takers.some((take) => take(request, socket, head))) return
    refuseUpgrade(socket, '404 Not Found')
  })
}

/** Answers an upgrade request with a refusal. A client that never closed its side would keep the connection open for ever. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
