import type { Worker } from 'node:cluster'
import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isProcessMessage, type ProcessMessage, tellSupervisor } from './process-messages.server.ts'

/** How long the writer may leave a connection untaken (ms). */
const takenWithin = 30_000

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
  stopReading(socket as Socket)
  // Otherwise this server would ask the supervisor about the connection when it closes, and wait for it.
  Object.assign(socket, { server: null })
  process.send?.(message, socket as Socket, undefined, () => socket.destroy())
  return true
}

/**
 * In the supervisor: gives connections to a writer. Each is kept until the writer says that it has it, so that one that was on its way
 * when the writer ended is closed; Node alone would keep it open for ever. One that is not taken in time is closed for both sides.
 */
export function connectionsTo(writer: Worker): (request: string, socket: Socket) => void {
  const untaken = new Map<number, Socket>()
  let count = 0
  writer.on('message', (message: unknown) => {
    if (isProcessMessage(message) && message.kind === 'taken') untaken.get(message.id)?.destroy()
  })
  writer.once('exit', () => {
    for (const socket of untaken.values()) socket.destroy()
  })
  return (request, socket) => {
    stopReading(socket)
    socket.on('error', () => socket.destroy())
    if (!writer.isConnected()) return void socket.destroy()
    count += 1
    const id = count
    untaken.set(id, socket)
    socket.once('close', () => untaken.delete(id))
    socket.setTimeout(takenWithin, () => socket.end(() => socket.destroy()))
    const message: ProcessMessage = { kind: 'connection', id, request }
    writer.send(message, socket, { keepOpen: true }, (error) => error && socket.destroy())
  }
}

/** In the writer: serves the connections that are handed over as if they had been made to `http`. */
export function takeOver(http: Server): void {
  process.on('message', (message: unknown, socket: unknown) => {
    if (!isProcessMessage(message) || message.kind !== 'connection') return
    tellSupervisor({ kind: 'taken', id: message.id })
    // Without a socket the client left on the way.
    if (!(socket instanceof Socket)) return
    socket.unshift(Buffer.from(message.request, 'base64'))
    http.emit('connection', socket)
  })
}

/**
 * Leaves what the client says from now on to the process that gets the connection. Node reads from a connection that it
 * gives away until it is confirmed, and drops what it reads (nodejs/node#8353): a socket's first message, if this process was busy.
 */
function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as Socket & { _handle?: { readStop(): void } | null }
  handle?.readStop()
}
