/** An attempt to get the media back: after so many ms, a restart of ICE or a whole new call through the broker. */
export type Attempt = { after: number; how: 'restart' | 'call' }

/** In this order, each counted from the one before it. The end that has called makes them. */
export const attempts: readonly Attempt[] = [
  { after: 1_000, how: 'restart' },
  { after: 2_000, how: 'restart' },
  { after: 4_000, how: 'call' },
]

/** How long the last attempt may take (ms). */
export const lastAttemptLimit = 10_000

/**
 * A first call that nobody has answered after this is made again (ms): the broker may not have delivered it. Each time twice as long. With
 * more than four people it is more likely that the other end is busy with the rest of its connections.
 */
const firstCallLimit = (people: number) => (people > 4 ? 10_000 : 5_000)
/**
 * One that was answered may take this long until media flows (ms): ICE is at work, and another try still fits into the 20 s after which the
 * server gives it up (`callTimes.connect`).
 */
const answeredLimit = 12_000

/**
 * How much longer a first call may take (ms) in a call of `people`, `waited` ms after it was made; 0 if it is to be made anew. `times` is how often
 * one was made before.
 * Making one anew costs both ends a whole connection: where the processors are what is slow, that would slow them further.
 */
export function firstCallPatience(people: number, times: number, isAnswered: boolean, waited: number): number {
  const limit = isAnswered ? answeredLimit : Math.min(firstCallLimit(people) * 2 ** times, answeredLimit)
  return Math.max(0, limit - waited)
}

/** After how long somebody whom the broker does not know yet is called again (ms), by how often they were. */
export const unreachedRetry = (times: number): number => Math.min(250 * 2 ** times, 2_000)

/** How long the end that was called waits for the other to reach it (ms). */
export const patience = attempts.reduce((sum, { after }) => sum + after, lastAttemptLimit + 2_000)

type Timer = ReturnType<typeof setTimeout>

/**
 * Makes the attempts one after the other until it is stopped, and gives up after the last one. `caller` makes them; the other end
 * only waits.
 */
export function startReconnection(
  caller: boolean,
  on: { attempt(how: Attempt['how']): void; givenUp(): void },
): { stop(): void } {
  let timer: Timer
  if (!caller) timer = setTimeout(on.givenUp, patience)
  else {
    const next = (index: number) => {
      const attempt = attempts[index]
      if (!attempt) {
        timer = setTimeout(on.givenUp, lastAttemptLimit)
        return
      }
      timer = setTimeout(() => {
        on.attempt(attempt.how)
        next(index + 1)
      }, attempt.after)
    }
    next(0)
  }
  return { stop: () => clearTimeout(timer) }
}
