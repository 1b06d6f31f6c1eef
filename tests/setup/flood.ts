import type { OutgoingHttpHeaders } from 'node:http'
import { startThread } from './typescript-thread.ts'

export type FloodCall = { path: string; method: string; headers: OutgoingHttpHeaders; body: Buffer | string }
export type FloodWork = FloodCall & { port: number; connections: number; stop: SharedArrayBuffer }
/** What the flooder was told: how often each status, and how long to wait at each 429 (s). */
export type Flooded = { statuses: Record<string, number>; waits: number[]; failures: number }
export type Flood = {
  /** Resolves with the first answer. */
  begun: Promise<void>
  end: () => Promise<Flooded>
}

/** Asks for the same thing again and again by many connections at once, from a thread of its own, until it is told to end. */
export function startFlood(port: number, call: FloodCall, connections: number): Flood {
  const stop = new SharedArrayBuffer(4)
  const runner = new URL('./flood-runner.ts', import.meta.url)
  const worker = startThread(runner, { ...call, port, connections, stop } satisfies FloodWork)
  let begin = () => {}
  const flooded = new Promise<Flooded>((done, fail) => {
    worker.on('message', (message: 'begun' | Flooded) => (message === 'begun' ? begin() : done(message)))
    worker.once('error', fail)
  })
  return {
    begun: Promise.race([
      new Promise<void>((ready) => {
        begin = ready
      }),
      flooded.then(() => undefined),
    ]),
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
