import { startThread } from '#tests/setup/typescript-thread.ts'

/** Requests per second of all visitors together: each is sent when it is due, whether or not others were answered. */
export const rate = 20

export type VisitorWork = {
  port: number
  /** Each visitor asks for all paths in turn, from an address and with a session of their own. */
  visitors: { from: string | undefined; cookie: string }[]
  paths: string[]
}
/** One request of a visitor: when it was due, and how long the answer took (ms). */
export type Visit = { at: number; took: number; status: number }

/** Innocent visitors in a thread of their own, so that the attacker's work does not count as the server's. */
export async function startVisitors(work: VisitorWork) {
  const worker = startThread(new URL('./visitor-runner.ts', import.meta.url), work)
  const visits: Visit[] = []
  await new Promise<void>((ready, fail) => {
    worker.on('message', (message: Visit | 'ready') => (message === 'ready' ? ready() : visits.push(message)))
    worker.once('error', fail)
  })
  return {
    /** The visits that were due between two times (`Date.now()`). */
    between: (from: number, to: number) => visits.filter(({ at }) => at >= from && at < to),
    async leave() {
      await worker.terminate()
    },
  }
}
