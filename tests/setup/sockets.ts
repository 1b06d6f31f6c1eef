import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import type { Answer } from '#app/realtime/protocol/socket-events.ts'
import { ownOrigin } from './ask.ts'

export type Opening = { cookie?: string; origin?: string | null; site?: string; transport?: 'websocket' | 'polling' }

function headersOf({ cookie, origin = ownOrigin, site }: Opening): Record<string, string> {
  return {
    ...(cookie ? { Cookie: cookie } : {}),
    ...(origin === null ? {} : { Origin: origin }),
    ...(site ? { 'Sec-Fetch-Site': site } : {}),
  }
}

/** A Socket.IO client that tries once, with the headers of a browser on our pages unless set otherwise. */
export function socketClient(port: number, opening: Opening): Socket {
  return io(`http://127.0.0.1:${port}`, {
    transports: [opening.transport ?? 'websocket'],
    extraHeaders: headersOf(opening),
    reconnection: false,
    forceNew: true,
    timeout: 5000,
  })
}

/** Whether the server admits the client. */
export function admitted(socket: Socket): Promise<boolean> {
  return new Promise((done) => {
    socket.once('connect', () => done(true))
    socket.once('connect_error', () => done(false))
  })
}

/** The socket, once the server has admitted it. */
export async function openSocket(port: number, opening: Opening): Promise<Socket> {
  const socket = socketClient(port, opening)
  if (!(await admitted(socket))) throw new Error('the server refused the socket')
  return socket
}

/** The server's acknowledgement of an event. */
export function say(socket: Socket, event: string, payload: unknown): Promise<Answer> {
  return socket.timeout(5000).emitWithAck(event, payload)
}

/** The next of these events that `fits`. */
export function heard<T>(socket: Socket, event: string, fits: (value: T) => boolean = () => true): Promise<T> {
  return new Promise((done) => {
    const listener = (value: T) => {
      if (!fits(value)) return
      socket.off(event, listener)
      done(value)
    }
    socket.on(event, listener)
  })
}

/** Every event that a socket receives from now on, except acknowledgements. */
export function everythingHeard(socket: Socket): Array<{ event: string; value: unknown }> {
  const all: Array<{ event: string; value: unknown }> = []
  socket.onAny((event: string, value: unknown) => all.push({ event, value }))
  return all
}

/** Resolves with the time (ms) until the server disconnected the socket. */
export function untilDisconnected(socket: Socket): Promise<number> {
  const began = performance.now()
  return new Promise((done) => socket.once('disconnect', () => done(performance.now() - began)))
}

/** A raw websocket; `next` returns its messages one by one, including the first ones, sent with the upgrade. */
export type RawSocket = { socket: WebSocket; next: () => Promise<string> }

/** A raw websocket to any path, or the status that refused the upgrade. */
export function rawSocket(port: number, path: string, opening: Opening): Promise<RawSocket | { refused: number }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: headersOf(opening) })
  const arrived: string[] = []
  const waiting: Array<(message: string) => void> = []
  socket.on('message', (data) => {
    const message = String(data)
    const reader = waiting.shift()
    if (reader) reader(message)
    else arrived.push(message)
  })
  const next = () => {
    const first = arrived.shift()
    return first === undefined ? new Promise<string>((read) => waiting.push(read)) : Promise.resolve(first)
  }
  return new Promise((done) => {
    socket.on('error', () => done({ refused: 0 }))
    socket.once('unexpected-response', (call, response) => {
      done({ refused: response.statusCode ?? 0 })
      call.destroy()
    })
    socket.once('open', () => done({ socket, next }))
  })
}

export const brokerPath = (id: string, token: string) =>
  `/peerjs/peerjs?${new URLSearchParams({ key: 'peerjs', id, token })}`

/** Resolves with the close code. */
export function untilClosed(socket: WebSocket): Promise<number> {
  return new Promise((done) => socket.once('close', done))
}
