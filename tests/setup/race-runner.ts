import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#app/platform/errors.ts'
import { openDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'
import type { Call, Outcome } from './race.ts'

type Work = { file: string; module: string; verb: string; calls: Call[]; gate: SharedArrayBuffer }

const { file, module, verb, calls, gate } = workerData as Work
const db = openDatabase(file)
setDatabase(db)
const { [verb]: run } = (await import(module)) as Record<string, (ctx: unknown, input: unknown) => unknown>
if (!run || !parentPort) throw new Error(`${module} has no ${verb}`)

parentPort.postMessage('ready')
Atomics.wait(new Int32Array(gate), 0, 0)
const outcomes = await Promise.all(
  calls.map(async ({ ctx, input }): Promise<Outcome> => {
    try {
      return { ok: true, value: await run({ ...ctx, db }, input) }
    } catch (error) {
      return { ok: false, code: error instanceof AppError ? error.code : 'failure', message: String(error) }
    }
  }),
)
db.$client.close()
parentPort.postMessage(outcomes)
