import type { OutboxEntry } from './outbox-rules.ts'

/** The parts of Storage that are used. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Shelf = Keep & Pick<Storage, 'key' | 'length'>

/** How the keys of a person's messages begin. Each has its own: tabs that write at once do not undo each other. */
export const outboxKey = (userId: string) => `chat-outbox:${userId}:`

/** What waits to be sent, in no order, as the tabs of this browser share it; whatever else stands there is nothing. */
export function readOutbox(keep: Shelf, userId: string): OutboxEntry[] {
  const entries: OutboxEntry[] = []
  for (let index = 0; index < keep.length; index += 1) {
    const key = keep.key(index)
    if (!key?.startsWith(outboxKey(userId))) continue
    try {
      const stored: unknown = JSON.parse(keep.getItem(key) ?? '')
      if (isEntry(stored)) entries.push(stored)
    } catch {
      // Somebody else's.
    }
  }
  return entries
}

/** False where storage is full or forbidden: a reload forgets it then. */
export function keepEntry(keep: Keep, userId: string, entry: OutboxEntry): boolean {
  try {
    keep.setItem(outboxKey(userId) + entry.clientId, JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const { clientId, conversationId, text, fileIds, files, createdAt } = (value ?? {}) as Record<string, unknown>
  const texts = [clientId, conversationId, text].every((each) => typeof each === 'string')
  return texts && Array.isArray(fileIds) && Array.isArray(files) && typeof createdAt === 'number'
}
