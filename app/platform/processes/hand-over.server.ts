import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isProcessMessage, type ProcessMessage } from './process-messages.server.ts'

/**
 * In a renderer: gives the connection of an upgrade request to the writer, by way of the supervisor. What the socket says later does
 * not pass a process that renders. An upgrade request is a connection's last (RFC 9110, 7.8), so nothing is lost with it here.
 */
export function handOver(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  const received = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head])
  const message: ProcessMessage = { kind: 'upgrade', request: received.toString('base64') }
  // Otherwise this server would ask the supervisor about the connection when it closes, and wait for it.
  Object.assign(socket, { server: null })
  process.send?.(message, socket as Socket, undefined, () => socket.destroy())
  return true
}

/** In the writer: serves the connections that are handed over as if they had been made to `http`. */
export function takeOver(http: Server): void {
  process.on('message', (message: unknown, socket: unknown) => {
    // Without a socket the client left on the way.
    if (!isProcessMessage(message) || message.kind !== 'upgrade' || !(socket instanceof Socket)) return
    socket.unshift(Buffer.from(message.request, 'base64'))
    http.emit('connection', socket)
  })
}
