/** Minimum time between two reads of a key (ms), within the server's limit even for several tabs. */
const minInterval = 1_000

/**
 * Throttles reads by key. A request reads at once; requests during that read, or within a second of its start, cause one more
 * read. So however often others change something, each member reads it once a second.
 */
export function throttleByKey(read: (key: string) => Promise<unknown>) {
  /** Keys being read, or read a moment ago; true if requested again. */
  const busy = new Map<string, boolean>()
  let stopped = false

  async function run(key: string): Promise<void> {
    busy.set(key, false)
    await Promise.allSettled([read(key), new Promise((passed) => setTimeout(passed, minInterval))])
    const again = busy.get(key)
    busy.delete(key)
    if (again) request(key)
  }
  function request(key: string): void {
    if (busy.has(key)) busy.set(key, true)
    else if (!stopped) void run(key)
  }
  return {
    request,
    /** Ignores further requests. */
    stop() {
      stopped = true
    },
  }
}
