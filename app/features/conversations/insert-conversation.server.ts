import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversations } from '#db/schema/chat.ts'

type NewConversation = Pick<typeof conversations.$inferInsert, 'type' | 'createdBy'> &
  Partial<Omit<typeof conversations.$inferInsert, 'id' | 'searchKey' | 'createdAt' | 'updatedAt' | 'lastMessageAt'>>

/** Inserts a conversation without members or messages. Returns its id. */
export function insertConversation(tx: Transaction, now: number, conversation: NewConversation): string {
  const id = newId()
  const times = { createdAt: now, updatedAt: now, lastMessageAt: now }
  tx.insert(conversations)
    .values({ tags: [], ...conversation, ...times, id, searchKey: freeSearchKey(tx) })
    .run()
  return id
}

/** A search key that no other conversation has. */
function freeSearchKey(tx: Transaction): string {
  for (;;) {
    const searchKey = newSearchKey()
    const taken = tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.searchKey, searchKey))
      .get()
    if (!taken) return searchKey
  }
}

const [first, size] = [0xe000, 6_400]

/**
 * A conversation's key in the full-text index: three private-use characters, which form one trigram and never occur in
 * messages. One of 2.6 × 10¹¹; a unique index refuses duplicates.
 */
export const newSearchKey = (): string => String.fromCharCode(...[0, 1, 2].map(() => first + randomInt(size)))
