import { listUndelivered } from '#app/features/conversations/live-queries.server.ts'
import { type Delivery, markDelivered } from '#app/features/conversations/mark-conversation-read.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { gather } from './gather.server.ts'
import { type Database, type GroundworkServer, groupRoom } from './socket-types.ts'

type Read = { conversationId: string; userId: string; lastReadSeq: number; readAt: number }
export type Receipts = {
  /** These have reached a socket of this person. */
  delivered(to: Delivery): void
  /** A socket of this person has opened: what waited for them is there. */
  arrived(userId: string): void
  stop(): void
}

/** Tells the live views who has read and who has received how far; received is written down here, in one commit for all. */
export function startReceipts(io: GroundworkServer, db: Database): Receipts {
  const reads = gather<string, Read>(250, (all) => {
    for (const [conversationId, receipts] of grouped(all.values(), ({ conversationId }) => conversationId)) {
      io.local.to(groupRoom(conversationId)).emit('message_read', {
        conversationId,
        groupId: conversationId,
        receipts: receipts.map(({ userId, lastReadSeq, readAt }) => ({ userId, lastReadSeq, readAt })),
      })
    }
  })
  const deliveries = gather<string, Delivery>(1000, (all) => {
    const news = markDelivered(db, [...all.values()])
    for (const [conversationId, there] of grouped(news, (one) => one.conversationId)) {
      for (const [seq, people] of grouped(there, (one) => one.seq)) {
        io.local.to(groupRoom(conversationId)).emit('message_delivered', {
          conversationId,
          groupId: conversationId,
          seq,
          userIds: people.map(({ userId }) => userId),
        })
      }
    }
  })
  const arrivals = gather<string, true>(250, (all) => {
    for (const waiting of listUndelivered(db, [...all.keys()])) delivered(waiting)
  })

  function delivered(to: Delivery): void {
    deliveries.put(`${to.conversationId} ${to.userId}`, (before) => (before && before.seq > to.seq ? before : to))
  }

  const unsubscribe = subscribe('chat.read', ({ conversationId, userId, lastReadSeq, at }) =>
    reads.put(`${conversationId} ${userId}`, (before) =>
      before && before.lastReadSeq > lastReadSeq ? before : { conversationId, userId, lastReadSeq, readAt: at },
    ),
  )
  return {
    delivered,
    arrived: (userId) => arrivals.put(userId, () => true),
    stop() {
      unsubscribe()
      for (const each of [reads, deliveries, arrivals]) each.stop()
    },
  }
}

function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
