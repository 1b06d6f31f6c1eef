import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { countRefusal } from '#app/platform/metrics.server.ts'

/** No program that pipelines on purpose has more requests waiting on one connection; browsers and proxies have none. */
const maxWaiting = 8

/** Starts of the requests that wait, by the connections that have one in progress. */
const lines = new WeakMap<Socket, Array<() => void>>()

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
    refuseCrumbs(request)
    const waiting = lines.get(socket)
    const start = () => {
      if (!socket.writable) return
      response.once('close', () => startNext(socket))
      handle(request, response)
    }
    if (!waiting) {
      lines.set(socket, [])
      start()
    } else if (waiting.length < maxWaiting) waiting.push(start)
    else {
      countRefusal('pipelined')
      stopParsing(socket)
      socket.destroy()
    }
  }
}

/** Starts what waited longest behind the request that has just been answered, unless the connection is closed. */
function startNext(socket: Socket): void {
  const next = lines.get(socket)?.shift()
  // Deferred, so that Node first reads what other connections sent, and learns whether this one was closed.
  if (next) setImmediate(next)
  else lines.delete(socket)
}

/**
 * Closes a connection whose request comes in crumbs: in far more pieces than one for each 256 bytes. Networks deliver larger
 * ones, but in chunked encoding each byte can be one, which takes 400 bytes of memory and some microseconds. It counts
 * what the parser hands over, because pieces also gather in a request that nobody reads yet.
 */
function refuseCrumbs(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let pieces = 0
  let bytes = 0
  request.push = (piece: Buffer | null) => {
    pieces += 1
    bytes += piece?.length ?? 0
    if (pieces <= 256 + bytes / 256) return push(piece)
    countRefusal('crumbs')
    stopParsing(request.socket)
    request.socket.destroy()
    return false
  }
}

/** llhttp's answer for headers after which nothing on the connection is HTTP any more. */
const notHttp = 2

/**
 * Ends the parsing of a packet whose connection is being closed. Node goes on to its end, at 20 µs for each of 1,500 requests
 * and 2 µs for each of 10,000 pieces, before anything else runs; without a function to call, a piece costs it a tenth. `parser`
 * is not documented; without it only this saving is lost.
 */
function stopParsing({ parser }: Socket & { parser?: Parser | null }): void {
  if (!parser?.onIncoming) return
  parser.onIncoming = () => notHttp
  parser.incoming = null
  const { kOnBody } = parser.constructor
  const onBody = parser[kOnBody]
  if (!onBody) return
  parser[kOnBody] = null
  // Node uses the parser again for another connection, but not before this one has been closed, which takes a turn.
  setImmediate(() => {
    parser[kOnBody] = onBody
  })
}
type Parser = {
  onIncoming?: () => number
  incoming?: IncomingMessage | null
  constructor: { kOnBody: number }
  [callback: number]: (() => void) | null
}
