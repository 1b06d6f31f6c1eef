import type { OutgoingHttpHeaders } from 'node:http'
import { startThread } from './typescript-thread.ts'

export type FloodCall = {
  path: string
  method: string
  headers: OutgoingHttpHeaders
  body: Buffer | string
  /** The loopback address that the flood comes from. */
  localAddress?: string
}
export type FloodWork = FloodCall & { port: number; connections: number; stop: SharedArrayBuffer }
/** The flooder's results: the count of each status, and the wait that each 429 named (s). */
export type Flooded = { statuses: Record<string, number>; waits: number[]; failures: number }
export type Flood = {
  /** Resolves when the thread has loaded, just before its first request. */
  ready: Promise<void>
  /** Resolves on the first response. */
  begun: Promise<void>
  /** Resolves when more than 20 requests have been refused. */
  refused: Promise<void>
  end: () => Promise<Flooded>
}

/** Repeats one request over many connections from its own thread until stopped. */
export function startFlood(port: number, call: FloodCall, connections: number): Flood {
  const stop = new SharedArrayBuffer(4)
  const runner = new URL('./flood-runner.ts', import.meta.url)
  const worker = startThread(runner, { ...call, port, connections, stop } satisfies FloodWork)
  type Stage = 'ready' | 'begun' | 'refused'
  const reached = new Map<Stage, () => void>()
  const flooded = new Promise<Flooded>((done, fail) => {
    worker.on('message', (message: Stage | Flooded) => {
      if (typeof message === 'string') reached.get(message)?.()
      else done(message)
    })
    worker.once('error', fail)
  })
  const ended = flooded.then(() => undefined)
  const untilIt = (stage: Stage) => Promise.race([new Promise<void>((done) => reached.set(stage, done)), ended])
  return {
    ready: untilIt('ready'),
    begun: untilIt('begun'),
    refused: untilIt('refused'),
    async end() {
      Atomics.store(new Int32Array(stop), 0, 1)
      try {
        return await flooded
      } finally {
        await worker.terminate()
      }
    },
  }
}
