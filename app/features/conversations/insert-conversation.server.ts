import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversations } from '#db/schema/chat.ts'

type NewConversation = Pick<typeof conversations.$inferInsert, 'type' | 'createdBy'> &
  Partial<Omit<typeof conversations.$inferInsert, 'id' | 'searchKey' | 'createdAt' | 'updatedAt' | 'lastMessageAt'>>

/** Puts an empty conversation without members into the database; gives its id. */
export function insertConversation(tx: Transaction, now: number, conversation: NewConversation): string {
  const id = newId()
  const times = { createdAt: now, updatedAt: now, lastMessageAt: now }
  tx.insert(conversations)
    .values({ tags: [], ...conversation, ...times, id, searchKey: freeSearchKey(tx) })
    .run()
  return id
}

/** One that no conversation has yet. */
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
 * The key of a new conversation in the full text: three characters of private use, which are one trigram and never part of what
 * people write. One of 2.6 × 10¹¹; the table refuses a second one that is the same.
 */
export const newSearchKey = (): string => String.fromCharCode(...[0, 1, 2].map(() => first + randomInt(size)))
