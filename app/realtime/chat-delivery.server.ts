import { listHiders } from '#app/features/conversations/live-queries.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { placedFor } from '#app/features/messages/forward/sources.server.ts'
import { messageOf } from '#app/features/messages/message-rows.server.ts'
import { toWire } from '#app/features/messages/wire.ts'
import { conversationOfChange } from '#app/features/messages/work/work-queries.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { batch } from './batch.server.ts'
import { startNotices } from './conversation-notices.server.ts'
import type { Receipts } from './receipts.server.ts'
import { type Database, type GroundworkServer, groupRoom, personRoom } from './socket-types.ts'

/**
 * Sends chat events to the rooms they concern. Events arrive after their commit and in commit order, so everything that is sent
 * is stored, and messages are in the order of `seq`. Returns a function that stops it.
 */
export function startDelivery(io: GroundworkServer, db: Database, receipts: Receipts): () => void {
  const notices = startNotices(io, db, receipts)
  const inConversation = (conversationId: string) => ({ conversationId, groupId: conversationId })
  /** The event names the users concerned, which may include members who have left since. */
  const changes = batch<string, Set<string>>(250, (all) => {
    for (const [conversationId, people] of all)
      io.local.to([...people].map(personRoom)).emit('conversation_changed', inConversation(conversationId))
  })
  function change({ conversationId, userIds }: { conversationId: string; userIds: string[] }): void {
    if (userIds.length > 0) changes.put(conversationId, (before) => new Set([...(before ?? []), ...userIds]))
  }
  /** Only those who may read what a message forwards learn where that is. */
  function deliver(
    event: 'new_message' | 'message_updated',
    message: MessageView,
    hiddenFor: readonly string[] = [],
  ): void {
    const room = groupRoom(message.conversationId)
    const placed = placedFor(db, message)
    const others = io.local.to(room).except([...hiddenFor, ...(placed?.readers ?? [])].map(personRoom))
    others.emit(event, toWire(message))
    if (!placed) return
    const wire = toWire(placed.message)
    for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = io.sockets.sockets.get(id)
      const userId = socket?.data.identity.userId ?? ''
      if (placed.readers.has(userId) && !hiddenFor.includes(userId)) socket?.emit(event, wire)
    }
  }
  /** Sent with the message, in a moderated group after its approval; until then only the uploader knows of the file. */
  function notifyOfFiles({ conversationId, authorId, attachments }: MessageView): void {
    if (authorId === null) return
    for (const { id: fileId, name } of attachments) {
      const file = { ...inConversation(conversationId), fileId, name, userId: authorId }
      io.local.to(groupRoom(conversationId)).emit('file_uploaded', file)
    }
  }

  const stops = [
    notices.stop,
    changes.stop,
    subscribe('chat.message.stored', (event) => {
      const message = messageOf(db, event)
      deliver('new_message', message)
      notifyOfFiles(message)
      notices.message(message, { isNew: true })
    }),
    subscribe('chat.message.changed', (event) => {
      const message = messageOf(db, event)
      const hiddenFor = listHiders(db, message)
      deliver('message_updated', message, hiddenFor)
      notices.message(message, { isNew: false, hiddenFor })
    }),
    subscribe('chat.message.hidden', ({ userId, conversationId, messageId }) => {
      io.local.to(personRoom(userId)).emit('message_hidden', { ...inConversation(conversationId), messageId })
    }),
    subscribe('chat.read', ({ conversationId, userId }) => notices.read(conversationId, userId)),
    subscribe('chat.conversation.changed', change),
    subscribe('chat.members.joined', change),
    // Once it is proposed, both parties see it at its message.
    subscribe('change_order.proposed', ({ changeOrderId }) => {
      const concerned = conversationOfChange(db, changeOrderId)
      if (concerned) change(concerned)
    }),
    subscribe('chat.members.left', ({ conversationId, userIds }) => {
      if (userIds.length === 0) return
      const people = userIds.map(personRoom)
      io.local.in(people).socketsLeave(groupRoom(conversationId))
      io.local.to(people).emit('group_left', inConversation(conversationId))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
