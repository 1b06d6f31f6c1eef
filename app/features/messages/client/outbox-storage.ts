import type { OutboxEntry } from './outbox-rules.ts'

/** The parts of `Storage` that are used. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type EnumerableStorage = StorageArea & Pick<Storage, 'key' | 'length'>

/** The prefix of a user's keys. Each message has a key of its own, so that tabs do not overwrite each other's. */
export const outboxKey = (userId: string) => `chat-outbox:${userId}:`

/** The user's messages to send, shared by the tabs of this browser, unordered. Invalid values are ignored. */
export function readOutbox(storage: EnumerableStorage, userId: string): OutboxEntry[] {
  const entries: OutboxEntry[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (!key?.startsWith(outboxKey(userId))) continue
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '')
      if (isEntry(stored)) entries.push(stored)
    } catch {
      // Written by something else.
    }
  }
  return entries
}

/** Stores an entry. False if storage is full or forbidden; a reload loses it then. */
export function storeEntry(storage: StorageArea, userId: string, entry: OutboxEntry): boolean {
  try {
    storage.setItem(outboxKey(userId) + entry.clientId, JSON.stringify(entry))
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
