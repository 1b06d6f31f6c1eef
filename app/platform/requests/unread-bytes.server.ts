import type { ServerResponse } from 'node:http'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { byteCounter } from './held-bytes.server.ts'
import { requestContext } from './request-context.server.ts'

/** Bytes of answers that wait for their readers. */
const holdUnread = singleton('unread-bytes', () => byteCounter({ address: 8_000_000, all: 64_000_000 }))
/** What one answer counts at most, so that a long one alone is never cut off. */
const mostOfOne = 2_000_000
/** How long a reader may take nothing of an answer (ms). */
const readDeadline = 30_000

/**
 * Limits what slow readers of one address, and all of them, keep in memory (`bytes` for this answer, until the system
 * has taken it): the one that has been slow longest is cut off, and so is one that reads nothing for 30 seconds. Call it
 * once for each answer that its reader could not take at once.
 */
export function limitUnread(response: ServerResponse, bytes: number): void {
  const held = holdUnread(requestContext().address, (exceeded) => {
    countRefusal(`unread-${exceeded}`)
    response.destroy()
  })
  response.once('close', held.release)
  // Node closes a connection on which nothing moves for so long; after the answer, its own times hold again.
  response.setTimeout(readDeadline)
  held.add(Math.min(bytes, mostOfOne))
}
