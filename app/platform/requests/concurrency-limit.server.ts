import type { Server } from 'node:http'
import { env } from '#app/platform/env.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { isUpload, keepForm } from './request-body.server.ts'
import { requestContext } from './request-context.server.ts'

/**
 * How many requests run at a time, of one person and of one address. More than one, so that a request that waits for
 * the disk wastes nothing; few, so that a burst delays nobody else. An address may be a whole office, whose requests the
 * processor handles no faster by starting more of them.
 */
const pages = { name: 'page', person: 2, address: 8 }
/** An upload lasts as long as its sender's connection is slow, so uploads have more slots, and their own. */
const uploads = { name: 'upload', person: 6, address: 64 }

/** A kind of requests with its slots. */
type Kind = typeof pages
/** Whose request it is. Guests (null) of one address are one. */
type Owner = { address: string; person: string | null }
type Start = () => void
/** Requests of one kind and address: how many run, and those that wait, in the order of the people's turns. */
type Lane = { kind: Kind; running: number; waiting: Map<string, Set<Start>> }

/** Turns of the event loop between the starts of two requests, at most; one without events takes some microseconds. */
const mostTurns = 16
/** How long they may take together (ms): under a flood each turn takes some milliseconds. */
const restAtMost = 25

/** How many connections the server has accepted. */
const accepted = singleton('accepted', () => ({ count: 0 }))

/** Counts the server's connections, on which the pauses between requests depend. */
export function countConnections(http: Server): void {
  http.on('connection', () => {
    accepted.count += 1
  })
}

/**
 * Decides whose request starts next: addresses take turns, and within an address its people. Whatever one address sends,
 * a request of another waits for one of it and not for all. Between two starts the event loop turns twice, and on
 * while each turn brings a connection, because libuv accepts one in each: were a page rendered in every turn, a new
 * connection would wait for a page of each one before it.
 *
 * At most `most` run at a time in all. The returned function waits for a turn, and resolves to the function that ends it; call that once.
 * @throws the signal's reason when it aborts before the start; the request then leaves the queue
 */
export function turns(most = Number.POSITIVE_INFINITY) {
  /** In the order of their turns. */
  const lanes = new Map<string, Lane>()
  /** How many requests of a kind a person has running, over all addresses. */
  const people = new Map<string, number>()
  let running = 0
  let resting = false

  function startNext(): void {
    if (resting || running >= most) return
    const start = takeNext()
    if (!start) return
    resting = true
    setImmediate(rest, 1, accepted.count, performance.now() + restAtMost)
    start()
  }

  function rest(turn: number, before: number, until: number): void {
    const goesOn = turn === 1 || (accepted.count > before && turn < mostTurns && performance.now() < until)
    if (goesOn) return void setImmediate(rest, turn + 1, accepted.count, until)
    resting = false
    startNext()
  }

  /** Removes the request whose turn it is, and puts its owner and its address last. */
  function takeNext(): Start | undefined {
    for (const [name, lane] of lanes) {
      if (lane.running >= lane.kind.address) continue
      for (const [person, own] of lane.waiting) {
        if ((people.get(person) ?? 0) >= lane.kind.person) continue
        const [start] = own
        lane.waiting.delete(person)
        if (!start) continue
        own.delete(start)
        if (own.size > 0) lane.waiting.set(person, own)
        lanes.delete(name)
        lanes.set(name, lane)
        return start
      }
    }
    return undefined
  }

  return async (kind: Kind, owner: Owner, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    const name = `${kind.name} ${owner.address}`
    const lane = lanes.get(name) ?? { kind, running: 0, waiting: new Map<string, Set<Start>>() }
    lanes.set(name, lane)
    // Guests of one address share its slots, and no others.
    const person = owner.person === null ? '' : `${kind.name} ${owner.person}`
    const own = lane.waiting.get(person) ?? new Set()
    lane.waiting.set(person, own)
    const forget = () => {
      if (own.size === 0 && lane.waiting.get(person) === own) lane.waiting.delete(person)
      if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(name)
    }
    await new Promise<void>((ready, fail) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        running += 1
        lane.running += 1
        if (person) people.set(person, (people.get(person) ?? 0) + 1)
        ready()
      }
      own.add(start)
      const leave = () => {
        if (!own.delete(start)) return
        forget()
        fail(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      startNext()
    })
    return () => {
      running -= 1
      lane.running -= 1
      const left = (people.get(person) ?? 1) - 1
      if (left > 0) people.set(person, left)
      else people.delete(person)
      forget()
      // Deferred, so that others' requests that arrived meanwhile take part.
      setImmediate(startNext)
    }
  }
}

const takeTurn = singleton('turns', () => turns())

/**
 * Limits the requests in progress of each person and of each address, and lets them take turns. It relies on
 * `receiveBody` before it: a form takes a slot only once its body has arrived, so that those which never arrive hold
 * none. It relies on `oneAtATime` before Express: a connection has one request here at a time, the others wait
 * there.
 */
export const limitConcurrency: Step = async (request, next) => {
  const context = requestContext()
  if (!env.RATE_LIMITS) {
    keepForm()
    return next()
  }
  const end = await takeTurn(isUpload(request) ? uploads : pages, context, context.signal)
  keepForm()
  try {
    return await next()
  } finally {
    end()
  }
}
