import { env } from './env.server.ts'
import { singleton } from './singleton.server.ts'

/** More than one, so that waiting for a disk is no waste; few, so that others never wait behind many. */
const atOnce = 2
/** Whoever needs longer (ms) waits for the sender of a slow body and costs others nothing: the next begins meanwhile. */
const longest = 15_000

type Line = { working: number; waiting: Array<() => void> }
const lines = singleton('turns', () => new Map<string, Line>())

/**
 * Waits until few enough requests of the same session are worked on: a hundred pages that one person asks for at once are
 * made one after the other, and others' come between them. Gives what must be called when the work is done, once or more;
 * after 15 seconds the turn is over by itself.
 */
export async function takeTurn(session: string | null): Promise<() => void> {
  if (session === null || !env.RATE_LIMITS) return () => {}
  const line = lines.get(session) ?? { working: 0, waiting: [] }
  lines.set(session, line)
  if (line.working < atOnce) line.working += 1
  else await new Promise<void>((ready) => line.waiting.push(ready))
  let over = false
  const giveBack = () => {
    if (over) return
    over = true
    clearTimeout(timer)
    const next = line.waiting.shift()
    // Not at once: what others have asked in the meantime comes first.
    if (next) setImmediate(next)
    else line.working -= 1
    if (line.working === 0) lines.delete(session)
  }
  const timer = setTimeout(giveBack, longest).unref()
  return giveBack
}
