import type { OutboxEntry } from './outbox-rules.ts'

/** The part of Storage that is used. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const outboxKey = (userId: string) => `chat-outbox:${userId}`

/** What waits to be sent, as the tabs of this browser share it; whatever else stands there is nothing. */
export function readOutbox(keep: Keep, userId: string): OutboxEntry[] {
  try {
    const stored: unknown = JSON.parse(keep.getItem(outboxKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Full or forbidden storage costs only that a reload forgets. */
export function writeOutbox(keep: Keep, userId: string, entries: readonly OutboxEntry[]): void {
  try {
    if (entries.length === 0) keep.removeItem(outboxKey(userId))
    else keep.setItem(outboxKey(userId), JSON.stringify(entries))
  } catch {
    // Kept in memory.
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const { clientId, conversationId, text, fileIds, files, createdAt } = (value ?? {}) as Record<string, unknown>
  const texts = [clientId, conversationId, text].every((each) => typeof each === 'string')
  return texts && Array.isArray(fileIds) && Array.isArray(files) && typeof createdAt === 'number'
}
