import { fork } from 'node:child_process'
import { createRequire } from 'node:module'

/** By package.json, because a bundle lies elsewhere than its sources. */
const program = createRequire(import.meta.url).resolve('#scripts/remux-recording.mjs')

/** The longest that it may take (ms), and the memory that the process may have (bytes). */
const limits = { deadline: 60_000, maxMemory: 400_000_000 }
/** How long it may take (ms): ten seconds, and one for each megabyte. Few bytes can be written so that reading them never ends. */
export const deadlineOf = (bytes: number) => Math.min(limits.deadline, 10_000 + bytes / 1_000)

/** More packets than a browser makes of a second: 30 pictures, and sound in pieces of 10 ms. */
const packetsPerSecond = 250

type Answer = { ok: number | null } | { error: string; code?: string }

/**
 * Writes the recording of a browser again as a WebM file that has a duration and cues, so that players can seek in it; nothing is decoded.
 * What was cut off in the middle of a packet ends before it, and what lies after `maxMs` is left out. A process of its own does it, since
 * whoever records chooses the bytes: call it for one recording at a time.
 * @returns the duration (ms); null if there is nothing in it.
 * @throws Error when it cannot be read or written, takes too much time or memory, or becomes much longer than its `bytes`.
 */
export function writeSeekableWebm(
  recording: { from: string; to: string; bytes: number; maxMs: number },
  own: Partial<typeof limits> = {},
): Promise<number | null> {
  const { bytes, maxMs } = recording
  const { deadline, maxMemory } = { ...limits, deadline: deadlineOf(bytes), ...own }
  // Its environment holds no secrets.
  const child = fork(program, {
    env: { NODE_ENV: 'production' },
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // By its id it notices, whatever it is at, that this process was killed, and ends too.
  const work = { ...recording, maxMemory, server: process.pid }
  const most = { maxPackets: Math.ceil((maxMs / 1000) * packetsPerSecond), maxBytes: Math.ceil(bytes * 1.1) + 10_000 }
  let timer: NodeJS.Timeout
  return new Promise<number | null>((done, fail) => {
    timer = setTimeout(() => fail(new Error('the recording takes too long')), deadline)
    child.on('exit', () => fail(new Error('the process that writes recordings ended')))
    child.on('error', fail)
    child.on('message', (answer: Answer) => {
      if ('ok' in answer) done(answer.ok)
      else fail(Object.assign(new Error(answer.error), { code: answer.code }))
    })
    child.send({ ...work, ...most })
  }).finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}
