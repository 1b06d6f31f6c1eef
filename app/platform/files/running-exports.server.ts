import { singleton } from '#app/platform/singleton.server.ts'

/** As many as pages of one person: an export lasts as long as its reader takes, long after its request was answered. */
const most = 2

/** How many exports of each person run, by the id of the person. */
const running = singleton('running-exports', () => new Map<string, number>())

/**
 * Counts an export of somebody as running. Returns the function that ends it, which may be called more than once.
 * @throws Response 429 with `Retry-After` while two of theirs run
 */
export function startExport(person: string): () => void {
  const count = running.get(person) ?? 0
  if (count >= most) throw new Response('errors:tooFast', { status: 429, headers: { 'Retry-After': '5' } })
  running.set(person, count + 1)
  let isRunning = true
  return () => {
    if (!isRunning) return
    isRunning = false
    const left = (running.get(person) ?? 1) - 1
    if (left > 0) running.set(person, left)
    else running.delete(person)
  }
}
