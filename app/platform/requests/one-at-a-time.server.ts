import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { countRefusal } from '#app/platform/metrics.server.ts'

/** No program that pipelines on purpose has more requests waiting on one connection; browsers and proxies have none. */
const maxWaiting = 8

/** The requests of a connection that wait, and a promise that settles when the latest one has been answered. */
type Line = { waiting: number; answered: Promise<void> }
const lines = new WeakMap<Socket, Line>()

/**
 * Handles one request of a connection at a time. HTTP/1.1 lets a client send further requests before the first is
 * answered (pipelining), and Node starts them all at once. Other connections' requests run in between, and those of a
 * connection that its client has closed are never started. A connection on which too many wait is closed. It stands
 * before Express, which costs more than Node's parser: a packet holds 1,500 requests. A request that waits here has no
 * context and counts nowhere: all other limits see one request of a connection at a time, until its answer is sent
 * or cut off (`limitUnread`).
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const before = lines.get(socket)
    const line = before ?? { waiting: 0, answered: Promise.resolve() }
    lines.set(socket, line)
    const turn = line.answered
    line.answered = new Promise((done) => response.once('close', done))
    if (!before) return handle(request, response)
    line.waiting += 1
    if (line.waiting > maxWaiting) {
      countRefusal('pipelined')
      stopParsing(socket)
      socket.destroy()
      return
    }
    void turn.then(() => {
      // Deferred, so that Node first reads what other connections sent, and learns whether this one was closed.
      setImmediate(() => {
        line.waiting -= 1
        if (socket.writable) handle(request, response)
      })
    })
  }
}

/** llhttp's answer for headers after which nothing on the connection is HTTP any more. */
const notHttp = 2

/**
 * Ends the parsing of a packet whose connection is being closed. Node goes on to its end, at 20 µs for each of 1,500 requests,
 * before anything else runs. `parser` is not documented; without it only this saving is lost.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => notHttp
}
