/** Waits until it is the caller's turn, and gives the time of what it does next (UTC ms). */
export type Clock = () => Promise<number>

/** Lets stories that are played side by side take turns, so that everything happens in the order of time: one acts, the others wait. */
export class Stage {
  #playing = 0
  readonly #waiting: { at: number; act: (at: number) => void }[] = []

  /** The clock of one more story, from its times; all join before the first is played. */
  join(times: () => number): Clock {
    this.#playing += 1
    return () =>
      new Promise((act) => {
        this.#waiting.push({ at: times(), act })
        this.#next()
      })
  }

  /** A story is over. */
  leave(): void {
    this.#playing -= 1
    this.#next()
  }

  #next(): void {
    if (this.#waiting.length < this.#playing) return
    this.#waiting.sort((one, other) => one.at - other.at)
    const first = this.#waiting.shift()
    first?.act(first.at)
  }
}
