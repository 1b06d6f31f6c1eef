import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { env } from '#app/platform/env.server.ts'

/**
 * How many requests begin in one turn of the event loop. Each takes up to half a millisecond before it waits for
 * anything, and then Node reads up to 2 MB of its body at once.
 */
const startsPerTurn = 4

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Begins at most four requests in one turn of the event loop. The others wait for the next turns, in which addresses take
 * turns; one that its client has closed meanwhile is never begun. Node reads from all connections before anything else
 * runs, so 500 requests that arrive together would hold everybody up until each of them has passed Express.
 */
export function paceRequests(handle: RequestListener, proxies = env.TRUST_PROXY): RequestListener {
  /** By address, in the order of their turns. */
  const waiting = new Map<string, Exchange[]>()
  let begun = 0

  function begin(exchange: Exchange): void {
    if (begun === 0) setImmediate(nextTurn)
    begun += 1
    handle(...exchange)
  }

  function nextTurn(): void {
    begun = 0
    while (begun < startsPerTurn) {
      const next = takeNext()
      if (!next) return
      if (next[0].socket.writable) begin(next)
    }
  }

  /** Removes the request whose turn it is, and puts its address last. */
  function takeNext(): Exchange | undefined {
    for (const [address, own] of waiting) {
      const next = own.shift()
      waiting.delete(address)
      if (own.length > 0) waiting.set(address, own)
      return next
    }
    return undefined
  }

  return (...exchange) => {
    if (begun < startsPerTurn && waiting.size === 0) return begin(exchange)
    const address = addressOf(exchange[0], proxies)
    const own = waiting.get(address) ?? []
    own.push(exchange)
    waiting.set(address, own)
  }
}

/** The client's address, as Express finds it with the same setting (`request.ip`), which comes later. */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const address = proxies > 0 ? (forwarded.at(-proxies) ?? forwarded[0]) : ''
  return address?.trim() || String(socket.remoteAddress)
}
