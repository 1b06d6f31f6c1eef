import { env } from '#app/platform/env.server.ts'
import { addressKey } from '#app/platform/rate-limit.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { isUpload } from './request-body.server.ts'
import { requestContext } from './request-context.server.ts'

/**
 * How many requests run at a time, of one session and of one address. More than one, so that a request that waits for
 * the disk wastes nothing; few, so that a burst delays nobody else. An address may be a whole office, whose requests the
 * processor handles no faster by starting more of them.
 */
const pageSlots = { session: 2, address: 8 }
/** An upload lasts as long as its sender's connection is slow, so uploads have more slots, and their own. */
const uploadSlots = { session: 6, address: 64 }

/** Waiting requests by owner, in the order of the owners' turns. */
type Queue = { taken: number; waiting: Map<string, Set<() => void>> }
const queues = singleton('concurrency-limit', () => new Map<string, Queue>())
/** Turns of the event loop between the starts of two requests; one without events takes some microseconds. */
const turnsBetween = 16
const pace = singleton('request-pace', () => ({ resting: false, due: [] as Array<() => void> }))

/**
 * Limits the requests in progress of each session and of each address. A burst queues behind itself while other
 * sessions' and addresses' requests run in between; within an address, sessions take turns. A form takes a slot only
 * once its body has arrived.
 */
export const limitConcurrency: Step = async (request, next) => {
  const { session, ip, signal } = requestContext()
  if (!env.RATE_LIMITS) return next()
  const [kind, slots] = isUpload(request) ? (['upload', uploadSlots] as const) : (['page', pageSlots] as const)
  const inAddress = () =>
    whileHeld(
      () => takeSlot(`${kind} address ${addressKey(ip)}`, session ?? '', slots.address, signal),
      () => ownTurn().then(next),
    )
  if (session === null) return inAddress()
  return whileHeld(() => takeSlot(`${kind} session ${session}`, '', slots.session, signal), inAddress)
}

async function whileHeld<T>(take: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const release = await take()
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Waits for one of the queue's slots. Owners take turns, and each is served first come, first served. Returns the
 * function that releases the slot; call it once.
 * @throws the signal's reason when it aborts first; the request then leaves the queue
 */
export async function takeSlot(name: string, owner: string, slots: number, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted()
  const queue = queues.get(name) ?? { taken: 0, waiting: new Map() }
  queues.set(name, queue)
  const release = () => {
    const next = takeNext(queue)
    // Deferred, so that others' requests that arrived meanwhile run first.
    if (next) return void setImmediate(next)
    queue.taken -= 1
    if (queue.taken === 0) queues.delete(name)
  }
  if (queue.taken < slots) queue.taken += 1
  else {
    await new Promise<void>((ready, fail) => {
      const own = queue.waiting.get(owner) ?? new Set()
      queue.waiting.set(owner, own.add(ready))
      signal.addEventListener('abort', () => own.delete(ready) && fail(signal.reason), { once: true })
    })
  }
  if (!signal.aborted) return release
  release()
  throw signal.reason
}

/**
 * Resolves when the request may start: at once, or, while another has started only just now, after it. In between, the
 * event loop turns some times, because libuv accepts one connection in each turn: were a page rendered in every turn, a
 * new connection would wait for a page of each one before it.
 */
function ownTurn(): Promise<void> {
  if (pace.resting) return new Promise((start) => pace.due.push(start))
  pace.resting = true
  setImmediate(rest, turnsBetween)
  return Promise.resolve()
}

function rest(turns: number): void {
  if (turns > 0) return void setImmediate(rest, turns - 1)
  const start = pace.due.shift()
  start?.()
  if (start) setImmediate(rest, turnsBetween)
  else pace.resting = false
}

/** Removes the first request of the owner whose turn it is, and puts that owner last. */
function takeNext({ waiting }: Queue): (() => void) | undefined {
  for (const [owner, own] of waiting) {
    const [next] = own
    waiting.delete(owner)
    if (!next) continue
    own.delete(next)
    if (own.size > 0) waiting.set(owner, own)
    return next
  }
  return undefined
}
