import { env } from './env.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { isUpload } from './request-body.server.ts'
import { requestContext } from './request-context.server.ts'
import { singleton } from './singleton.server.ts'

/** More than one, so that waiting for a disk wastes nothing; few, so that nobody waits behind many of somebody else's. */
const slots = 2

type Line = { taken: number; waiting: Set<() => void> }
const lines = singleton('concurrency-limit', () => new Map<string, Line>())

/**
 * Works on two requests of a session at a time: a burst of one person waits for itself, and other people's requests come
 * between. A form is complete before it takes a slot. An upload takes none: it lasts as long as its sender's line is slow.
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
 * Waits for a slot of the session, in the order of asking. Gives what releases it, to be called once.
 * @throws the signal's reason when it fires first: whoever has gone leaves the line
 */
export async function takeSlot(session: string, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted()
  const line = lines.get(session) ?? { taken: 0, waiting: new Set() }
  lines.set(session, line)
  const release = () => {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      // Not at once: what others have asked for in the meantime comes first.
      setImmediate(next)
    } else {
      line.taken -= 1
      if (line.taken === 0) lines.delete(session)
    }
  }
  if (line.taken < slots) line.taken += 1
  else {
    await new Promise<void>((ready, fail) => {
      line.waiting.add(ready)
      signal.addEventListener('abort', () => line.waiting.delete(ready) && fail(signal.reason), { once: true })
    })
  }
  if (!signal.aborted) return release
  release()
  throw signal.reason
}
