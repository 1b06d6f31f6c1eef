import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type Call, type Connection, openConnections } from './connections.ts'
import { processorMilliseconds } from './processes.ts'

export type Server = { port: number; process: ChildProcess }
/** What to ask a server, given the answer to the last request of the same connection. */
export type Target = { server: Server; call: (last: Answer | null) => Call }
export type Round = { rate: number; processor: number }
export type Spread = { p50: number; p99: number }

const connections = 50
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const roundMs = Number(process.env.BENCH_MS ?? 700)
const warmUpMs = 1000

/** A GET for one person, or for a visitor without a cookie. */
export function page(server: Server, path: string, headers: Record<string, string> = {}): Target {
  return { server, call: () => ({ path, headers }) }
}

/**
 * Loads each target in rounds that take turns, over 50 connections each, which are opened and warmed up before. Returns for each target the requests per second and the processor's milliseconds per request of every round.
 * @throws Error when a response was an error, because a fast 500 says nothing
 */
export async function interleaved<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Round[]>> {
  const names = Object.keys(targets) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>
  const open = new Map<Name, Lane[]>()
  for (const name of names) {
    const opened = await openConnections(targets[name].server.port, connections)
    open.set(
      name,
      opened.map((connection) => ({ connection, last: null })),
    )
    await load(targets[name], open.get(name) ?? [], warmUpMs)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) results[name].push(await load(targets[name], open.get(name) ?? [], roundMs))
  for (const { connection } of [...open.values()].flat()) connection.close()
  return results
}

type Lane = { connection: Connection; last: Answer | null }

/** Every connection sends its next request when the last was answered. */
async function load({ server, call }: Target, lanes: Lane[], ms: number): Promise<Round> {
  const processor = processorMilliseconds(server.process)
  const began = performance.now()
  let requests = 0
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() - began < ms) {
        lane.last = await checked(lane.connection, call(lane.last))
        requests += 1
      }
    }),
  )
  const took = performance.now() - began
  return { rate: (requests * 1000) / took, processor: (processorMilliseconds(server.process) - processor) / requests }
}

async function checked(connection: Connection, call: Call): Promise<Answer> {
  const answer = await connection.ask(call)
  if (answer.status >= 400) throw new Error(`${call.path} answered ${answer.status}`)
  // A form that was accepted redirects. A page that does is none.
  if (call.method !== 'POST' && answer.status !== 200 && answer.status !== 304)
    throw new Error(`${call.path} answered ${answer.status}`)
  return answer
}

/**
 * Latencies in ms, to the first and to the last byte, at an even rate: each request is due on schedule, whether or not the others were
 * answered, and its time counts from then.
 */
export async function paced(target: Target, rate: number, ms = 4000): Promise<{ firstByte: Spread; whole: Spread }> {
  const opened = await openConnections(target.server.port, connections)
  await load(
    target,
    opened.map((connection) => ({ connection, last: null })),
    500,
  )
  const free = [...opened]
  const firstBytes: number[] = []
  const wholes: number[] = []
  const waiting: Array<(connection: Connection) => void> = []
  const pending: Promise<void>[] = []
  const began = performance.now()
  for (let sent = 0; sent < (rate * ms) / 1000; sent += 1) {
    const due = began + (sent * 1000) / rate
    if (due > performance.now()) await wait(due - performance.now())
    pending.push(send(due))
  }
  await Promise.all(pending)
  for (const connection of opened) connection.close()
  return { firstByte: spread(firstBytes), whole: spread(wholes) }

  async function send(due: number): Promise<void> {
    const connection = free.pop() ?? (await new Promise<Connection>((given) => waiting.push(given)))
    const late = performance.now() - due
    const answer = await checked(connection, target.call(null))
    firstBytes.push(late + answer.firstByte)
    wholes.push(late + answer.ms)
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }
}

export function spread(times: number[]): Spread {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/** The middle, the least and the most. */
export function middle(values: number[]): { median: number; least: number; most: number } {
  const sorted = [...values].sort((one, other) => one - other)
  const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
  return { median, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
}
