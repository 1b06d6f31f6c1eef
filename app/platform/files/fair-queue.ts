type Work = () => Promise<void>

/**
 * A queue that does one piece of work at a time and takes its owners in turns, so that whoever brings much waits for
 * themselves and nobody else waits for them. What it gives back calls it and settles as the work does.
 * Ours because the kept libraries (p-queue, bottleneck, fastq) order by priority or arrival, not by owner.
 */
export function fairQueue(): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  /** In the order of their turns. */
  const waiting = new Map<string, Work[]>()
  let working = false

  async function workOff(): Promise<void> {
    if (working) return
    working = true
    for (let [next] = waiting; next; [next] = waiting) {
      const [owner, list] = next
      await list.shift()?.()
      waiting.delete(owner)
      if (list.length > 0) waiting.set(owner, list)
    }
    working = false
  }

  return (owner, work) =>
    new Promise((done, fail) => {
      const list = waiting.get(owner) ?? []
      list.push(() => work().then(done, fail))
      waiting.set(owner, list)
      void workOff()
    })
}
