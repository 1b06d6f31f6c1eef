import { env } from '#app/platform/env.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { isUpload } from './request-body.server.ts'
import { requestContext } from './request-context.server.ts'

/**
 * More than one, so that a request that waits for the disk wastes nothing; few, so that one session's burst delays
 * nobody else.
 */
const slots = 2

type Queue = { taken: number; waiting: Set<() => void> }
const queues = singleton('concurrency-limit', () => new Map<string, Queue>())

/**
 * Handles at most two requests of a session at a time. A burst queues behind itself while other sessions' requests run
 * in between. A form takes a slot only once its body has arrived. An upload takes none, because it lasts as long as the
 * sender's connection is slow.
 */
export const limitConcurrency: Step = async (request, next) => {
  const { session, signal } = requestContext()
  if (session === null || !env.RATE_LIMITS || isUpload(request)) return next()
  const release = await takeSlot(session, signal)
  try {
    return await next()
  } finally {
    release()
  }
}

/**
 * Waits, first come first served, for one of the session's slots. Returns the function that releases it; call it once.
 * @throws the signal's reason when it aborts first; the request then leaves the queue
 */
export async function takeSlot(session: string, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted()
  const queue = queues.get(session) ?? { taken: 0, waiting: new Set() }
  queues.set(session, queue)
  const release = () => {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      // Deferred, so that other sessions' requests that arrived meanwhile run first.
      setImmediate(next)
    } else {
      queue.taken -= 1
      if (queue.taken === 0) queues.delete(session)
    }
  }
  if (queue.taken < slots) queue.taken += 1
  else {
    await new Promise<void>((ready, fail) => {
      queue.waiting.add(ready)
      signal.addEventListener('abort', () => queue.waiting.delete(ready) && fail(signal.reason), { once: true })
    })
  }
  if (!signal.aborted) return release
  release()
  throw signal.reason
}
