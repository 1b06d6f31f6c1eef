import type { Worker } from 'node:worker_threads'
import type { UserContext } from '#app/features/accounts/context.ts'
import { startThread } from './typescript-thread.ts'

/**
 * One call of a verb. `ctx` lacks the database, which each runner opens itself, and the clock, which a `live` call
 * gets. `instead` names another verb than the race's.
 */
export type Call = {
  ctx: Omit<UserContext, 'db'>
  input: unknown
  live?: boolean
  instead?: { module: string; verb: string }
}
export type Outcome = { ok: true; value: unknown } | { ok: false; code: string; message: string }

/** One runner's share of a race; it waits until the gate opens. */
export type RunnerWork = { file: string; module: string; verb: string; calls: Call[]; gate: SharedArrayBuffer }
/** What a runner is told: to run its share, or only to load a module. */
export type RunnerOrder = RunnerWork | { load: string }

const runners = 5
let pool: Promise<Worker[]> | null = null

/**
 * The runners of this test file. Each keeps the program in memory, so they start once and run every race. The first loads a
 * module before the others start, which then find its imports compiled on the disk.
 */
async function startRunners(module: string): Promise<Worker[]> {
  const first = startRunner()
  const loaded = new Promise((done, fail) => first.once('message', done).once('error', fail))
  first.postMessage({ load: module } satisfies RunnerOrder)
  await loaded
  first.removeAllListeners('error')
  return [first, ...Array.from({ length: runners - 1 }, startRunner)]
}

function startRunner(): Worker {
  const worker = startThread(new URL('./race-runner.ts', import.meta.url))
  worker.unref()
  return worker
}

/**
 * Calls a verb many times at once from several threads with their own connections to the database file, all released at
 * the same moment.
 * @param module the module's import path: `#app/features/decisions/award-bid.server.ts`
 */
export async function race(file: string, module: string, verb: string, calls: Call[]): Promise<Outcome[]> {
  pool ??= startRunners(module)
  const workers = await pool
  const gate = new SharedArrayBuffer(4)
  let waiting = runners
  const ready = () => {
    waiting -= 1
    if (waiting > 0) return
    Atomics.store(new Int32Array(gate), 0, 1)
    Atomics.notify(new Int32Array(gate), 0)
  }
  const plain = calls.map((call) => ({ ...call, ctx: { ...call.ctx, db: undefined, clock: undefined } }))
  const results = workers.map((worker, part) => {
    const own = plain.filter((_call, index) => index % runners === part)
    return runPart(worker, { file, module, verb, calls: own, gate }, ready)
  })
  return (await Promise.all(results)).flat()
}

function runPart(worker: Worker, work: RunnerWork, ready: () => void): Promise<Outcome[]> {
  return new Promise((done, fail) => {
    const listen = (message: 'ready' | Outcome[]) => {
      if (message === 'ready') return ready()
      worker.off('message', listen)
      worker.off('error', fail)
      done(message)
    }
    worker.on('message', listen)
    worker.once('error', fail)
    worker.postMessage(work satisfies RunnerOrder)
  })
}

/** How often a race is run, each time on a new database: once, or as RACE_ROUNDS says (`npm run races` runs a hundred). */
export const rounds = { repeats: Number(process.env.RACE_ROUNDS ?? 1) - 1, timeout: 600_000 }

export const won = (outcomes: Outcome[]) => outcomes.filter(({ ok }) => ok)

/** The number of each refusal. */
export function refusals(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) if (!outcome.ok) counts[outcome.code] = (counts[outcome.code] ?? 0) + 1
  return counts
}
