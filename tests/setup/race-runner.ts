import { type MessagePort, parentPort } from 'node:worker_threads'
import type { UserContext } from '#app/features/accounts/context.ts'
import { AppError } from '#app/platform/errors.ts'
import { openDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'
import type { Outcome, RunnerOrder, RunnerWork } from './race.ts'

type Verb = (ctx: unknown, input: unknown) => unknown

const port = parentPort
if (!port) throw new Error('this runs as a thread of race.ts')

port.on('message', async (order: RunnerOrder) => {
  if ('load' in order) {
    await import(order.load)
    port.postMessage('loaded')
  } else await runShare(port, order)
})

async function runShare(port: MessagePort, { file, module, verb, calls, gate }: RunnerWork): Promise<void> {
  const runs = await Promise.all(
    calls.map(async (call) => ({ call, run: await verbOf(call.instead ?? { module, verb }) })),
  )
  const db = openDatabase(file)
  setDatabase(db)
  port.postMessage('ready')
  Atomics.wait(new Int32Array(gate), 0, 0)
  const outcomes = await Promise.all(
    runs.map(({ run, call: { ctx, input, live } }) =>
      outcomeOf(run, { ...ctx, db, ...(live && { clock: Date.now }) }, input),
    ),
  )
  db.$client.close()
  port.postMessage(outcomes)
}

async function verbOf({ module, verb }: { module: string; verb: string }): Promise<Verb> {
  const { [verb]: run } = (await import(module)) as Record<string, Verb>
  if (!run) throw new Error(`${module} has no ${verb}`)
  return run
}

async function outcomeOf(run: Verb, ctx: UserContext, input: unknown): Promise<Outcome> {
  try {
    return { ok: true, value: await run(ctx, input) }
  } catch (error) {
    return { ok: false, code: error instanceof AppError ? error.code : 'failure', message: String(error) }
  }
}
