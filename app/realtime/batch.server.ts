import { logger } from '#app/platform/logger.server.ts'

export type Batch<Key, Value> = {
  /** Merges a value into the pending one of the key. */
  put(key: Key, merge: (before: Value | undefined) => Value): void
  /** Drops what has not been delivered. */
  stop(): void
}

/** Batches values by key, and delivers them together `ms` after the first. */
export function batch<Key, Value>(
  ms: number,
  deliver: (all: Map<Key, Value>) => void | Promise<void>,
): Batch<Key, Value> {
  let pending = new Map<Key, Value>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    const due = pending
    pending = new Map()
    timer = null
    try {
      await deliver(due)
    } catch (error) {
      logger.error({ err: error }, 'a batch could not be delivered')
    }
  }

  return {
    put(key, merge) {
      pending.set(key, merge(pending.get(key)))
      timer ??= setTimeout(flush, ms)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
      pending.clear()
    },
  }
}
