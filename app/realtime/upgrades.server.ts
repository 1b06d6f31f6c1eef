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
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
}
