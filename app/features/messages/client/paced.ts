/** Least between two reads of the same (ms): less than the server allows, even from several tabs. */
const between = 1_000

/**
 * Reads what is asked for by its key: at once, one of a key at a time, and what is asked for again meanwhile once more:
 * however often others change something, each of their readers reads it once a second.
 */
export function paced(read: (key: string) => Promise<unknown>) {
  /** What is being read, or was a moment ago; true when it is asked for again. */
  const busy = new Map<string, boolean>()
  let over = false

  async function run(key: string): Promise<void> {
    busy.set(key, false)
    await Promise.allSettled([read(key), new Promise((passed) => setTimeout(passed, between))])
    const again = busy.get(key)
    busy.delete(key)
    if (again) ask(key)
  }
  function ask(key: string): void {
    if (busy.has(key)) busy.set(key, true)
    else if (!over) void run(key)
  }
  return {
    ask,
    /** Nothing more is read. */
    stop() {
      over = true
    },
  }
}
