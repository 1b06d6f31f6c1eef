import type { UserContext } from '#app/features/accounts/context.ts'
import { startThread } from './typescript-thread.ts'

/** One call of a verb; of `ctx` everything but the database, which each runner opens for itself. */
export type Call = { ctx: Omit<UserContext, 'db'>; input: unknown }
export type Outcome = { ok: true; value: unknown } | { ok: false; code: string; message: string }

const runners = 5

/**
 * Calls a verb many times at once, by several threads that each have their own connection to the database file, all let go at
 * the same moment.
 * @param module as the program imports it: `#app/features/bids/award-bid.server.ts`
 */
export async function race(file: string, module: string, verb: string, calls: Call[]): Promise<Outcome[]> {
  const gate = new SharedArrayBuffer(4)
  const plain = calls.map(({ ctx, input }) => ({ ctx: { ...ctx, db: undefined }, input }))
  const parts = Array.from({ length: runners }, (_, part) => plain.filter((_call, index) => index % runners === part))
  const runner = new URL('./race-runner.ts', import.meta.url)
  const workers = parts.map((part) => startThread(runner, { file, module, verb, calls: part, gate }))
  try {
    const results = workers.map(
      (worker) =>
        new Promise<Outcome[]>((done, fail) => {
          worker.on('message', (message: 'ready' | Outcome[]) => (message === 'ready' ? waiting() : done(message)))
          worker.once('error', fail)
        }),
    )
    let left = runners
    function waiting(): void {
      left -= 1
      if (left > 0) return
      Atomics.store(new Int32Array(gate), 0, 1)
      Atomics.notify(new Int32Array(gate), 0)
    }
    return (await Promise.all(results)).flat()
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

export const won = (outcomes: Outcome[]) => outcomes.filter(({ ok }) => ok)

/** How often each refusal came. */
export function refusals(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) if (!outcome.ok) counts[outcome.code] = (counts[outcome.code] ?? 0) + 1
  return counts
}
