import { listUndelivered } from '#app/features/conversations/live-queries.server.ts'
import { type Delivery, markDelivered } from '#app/features/conversations/mark-conversation-read.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { batch } from './batch.server.ts'
import { type Database, type GroundworkServer, groupRoom } from './socket-types.ts'

type Read = { conversationId: string; userId: string; lastReadSeq: number; readAt: number }
export type Receipts = {
  /** Messages were sent to a socket of this user. */
  delivered(to: Delivery): void
  /** A socket of this user has opened, so their undelivered messages count as delivered. */
  arrived(userId: string): void
  stop(): void
}

/** Sends read and delivery receipts to open conversations. Deliveries are also stored, in one commit per batch. */
export function startReceipts(io: GroundworkServer, db: Database): Receipts {
  const reads = batch<string, Read>(250, (all) => {
    for (const [conversationId, receipts] of grouped(all.values(), ({ conversationId }) => conversationId)) {
      io.local.to(groupRoom(conversationId)).emit('message_read', {
        conversationId,
        groupId: conversationId,
        receipts: receipts.map(({ userId, lastReadSeq, readAt }) => ({ userId, lastReadSeq, readAt })),
      })
    }
  })
  const deliveries = batch<string, Delivery>(1000, (all) => {
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
  const arrivals = batch<string, true>(250, (all) => {
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
