import { logger } from '#app/platform/logger.server.ts'

export type Gathered<Key, Value> = {
  /** Puts in what `merge` makes of what is there already. */
  put(key: Key, merge: (before: Value | undefined) => Value): void
  /** Forgets what has not been delivered. */
  stop(): void
}

/** Gathers by key, and delivers all of it together `ms` after the first came. */
export function gather<Key, Value>(
  ms: number,
  deliver: (all: Map<Key, Value>) => void | Promise<void>,
): Gathered<Key, Value> {
  let gathered = new Map<Key, Value>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    const due = gathered
    gathered = new Map()
    timer = null
    try {
      await deliver(due)
    } catch (error) {
      logger.error({ err: error }, 'what was gathered could not be delivered')
    }
  }

  return {
    put(key, merge) {
      gathered.set(key, merge(gathered.get(key)))
      timer ??= setTimeout(flush, ms)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
      gathered.clear()
    },
  }
}
