// verb-rule: the server itself saw it arrive, nobody asks for it
import { sql } from 'drizzle-orm'
import { type Database, transact } from '#db/client.server.ts'
import { oncePerConnection } from '#db/prepared.server.ts'
import { conversationMembers } from '#db/schema/chat.ts'

export type Delivery = { conversationId: string; userId: string; seq: number }

/** What has reached somebody's device. It never goes back, nor past what was said. Gives those that were news. */
export function markDelivered(db: Database, deliveries: readonly Delivery[]): Delivery[] {
  if (deliveries.length === 0) return []
  return transact(db, (tx) => deliveries.filter((delivery) => advanceOf(tx).run(delivery).changes > 0))
}

const advanceOf = oncePerConnection((tx) =>
  tx
    .update(conversationMembers)
    .set({ lastDeliveredSeq: sql`${sql.placeholder('seq')}` })
    .where(
      sql`conversation_id = ${sql.placeholder('conversationId')} AND user_id = ${sql.placeholder('userId')}
          AND left_at IS NULL AND last_delivered_seq < ${sql.placeholder('seq')}
          AND (SELECT c.last_seq FROM conversations c WHERE c.id = conversation_id) >= ${sql.placeholder('seq')}`,
    )
    .prepare(),
)
