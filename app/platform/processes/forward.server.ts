import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { writerSocket } from './process-role.server.ts'

/** Tells the writer the client's address. It is believed because only our own processes reach the writer's socket. */
const peerHeader = 'x-groundwork-peer'
/** Headers of one connection, which is not the other's (RFC 9110, 7.6.1). The body's coding is kept: Node writes it anew. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect', 'te', 'trailer', 'upgrade'])

/** Unsafe requests, and what only the writer knows: sockets that poll, its health, and the metrics of all processes. */
export function isForWriter({ method = '', url = '' }: IncomingMessage): boolean {
  if (['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return true
  return /^\/(?:(?:socket\.io|peerjs)\/|(?:health|metrics)(?:$|[?/]))/i.test(url)
}

/** How long a request waits for a writer that has ended and is being started again (ms), and between two tries. */
const patience = 5000
const pause = 100
/** How long neither side may say anything (ms): as long as a request may take to arrive (`server.ts`). */
const silence = 300_000

/**
 * Has the writer answer a request: body and answer are passed on as they come, at the pace of the slower side, and when
 * the client leaves, the writer learns of it. `away` is called when there is no writer; nothing of the request has been read then.
 * `lost` is called when the writer ended, or fell silent, before it answered; whether it has stored anything is unknown then.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  {
    away,
    lost,
    path = writerSocket,
    wait = patience,
    silentFor = silence,
  }: { away: () => void; lost: () => void; path?: string; wait?: number; silentFor?: number },
): void {
  const until = performance.now() + wait
  function tryToConnect(): void {
    if (request.socket.destroyed) return
    const socket = connect(path)
    const failed = () => (performance.now() < until ? setTimeout(tryToConnect, pause) : away())
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.off('error', failed)
      socket.setTimeout(silentFor, () => socket.destroy(new Error('the writer has been silent for too long')))
      exchange(request, response, socket, lost)
    })
  }
  tryToConnect()
}

function exchange(request: IncomingMessage, response: ServerResponse, socket: Socket, lost: () => void): void {
  // The client has left while we connected.
  if (response.destroyed) return void socket.destroy()
  const { method, url } = request
  // A connection for each request: a kept one may be closed in the moment in which a form is sent on it.
  const asked = ask({ createConnection: () => socket, method, path: url, headers: headersFor(request) })
  asked.on('error', () => {
    if (response.headersSent) response.destroy()
    else if (!response.destroyed) lost()
  })
  asked.once('response', (answer) => {
    // The writer closes a connection whose request it does not read to the end; so must we.
    if (answer.headers.connection === 'close') response.shouldKeepAlive = false
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, kept(answer.rawHeaders, 'transfer-encoding'))
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  response.once('close', () => {
    socket.destroy()
    request.unpipe(asked)
    // What the writer did not read is dropped, so that the connection can carry the next request.
    request.resume()
  })
  request.pipe(asked)
}

function headersFor(request: IncomingMessage): string[] {
  const own = ['Connection', 'keep-alive', peerHeader, request.socket.remoteAddress ?? '']
  return [...kept(request.rawHeaders, peerHeader), ...own]
}

/** Names and values in turn, without those of the connection and one more. */
function kept(headers: readonly string[], alsoNot: string): string[] {
  return headers.filter((_text, index) => {
    const name = headers[index - (index % 2)]?.toLowerCase() ?? ''
    return !ofConnection.has(name) && name !== alsoNot
  })
}

/**
 * In the writer: gives a forwarded request's connection the address of the client, for everything that asks for it. A
 * connection that was handed over is the client's own and has one.
 */
export function showClient({ socket, headers }: IncomingMessage): void {
  const peer = headers[peerHeader]
  if (socket.remoteAddress === undefined && peer) Object.defineProperty(socket, 'remoteAddress', { value: peer })
  delete headers[peerHeader]
}
