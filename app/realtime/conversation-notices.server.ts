import { previewLength } from '#app/features/conversations/conversation-view.ts'
import { listMemberCursors, type MemberCursor } from '#app/features/conversations/live-queries.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { addressees } from '#app/features/messages/reply-reference.ts'
import type { ConversationNotice } from '#app/realtime/protocol/socket-events.ts'
import { batch } from './batch.server.ts'
import { socketsOf } from './person-sockets.server.ts'
import type { Receipts } from './receipts.server.ts'
import { type Database, type GroundworkServer, groupRoom, personRoom } from './socket-types.ts'

type Change = {
  /** The latest message that is new or was changed. */
  message: MessageView | null
  /** The members who have hidden it. */
  hiddenFor: readonly string[]
  /** Whether a message is new, not only changed. */
  isNew: boolean
  /** The members whom one of the new messages mentions or answers. */
  mentioned: Set<string>
  /** Members who have read the conversation in one tab, and are notified in all of them. */
  readers: Set<string>
}

/**
 * Notifies members who do not have a conversation open of its changes, in one packet per user each 250 ms. Members are looked
 * up when it is sent, so that removed members get nothing.
 */
export function startNotices(io: GroundworkServer, db: Database, receipts: Receipts) {
  const moved = batch<string, Change>(250, async (all) => {
    const notices = new Map<string, ConversationNotice[]>()
    const cursors = listMemberCursors(db, [...all.keys()])
    const connected = await socketsOf(
      io,
      cursors.map(({ userId }) => userId),
    )
    for (const cursor of cursors) {
      const { conversationId, userId } = cursor
      const sockets = connected.get(userId)
      const what = all.get(conversationId)
      if (!sockets || !what) continue
      const { lastSeq: seq } = cursor
      if (what.message && cursor.lastDeliveredSeq < seq) receipts.delivered({ conversationId, userId, seq })
      const outside = what.message !== null && !sockets.every(({ rooms }) => rooms.has(groupRoom(conversationId)))
      if (!outside && !what.readers.has(userId)) continue
      const { isNew } = what
      const message = what.hiddenFor.includes(userId) ? null : what.message
      const notice = noticeOf(cursor, message, { isNew, mentioned: what.mentioned.has(userId) })
      const own = notices.get(userId)
      if (own) own.push(notice)
      else notices.set(userId, [notice])
    }
    for (const [userId, own] of notices) io.local.to(personRoom(userId)).emit('conversation_notices', own)
  })

  return {
    /** A message is new, or was changed. */
    message(message: MessageView, { isNew, hiddenFor = [] }: { isNew: boolean; hiddenFor?: readonly string[] }): void {
      moved.put(message.conversationId, (before) => ({
        ...(before?.message && before.message.seq > message.seq ? before : { message, hiddenFor }),
        isNew: isNew || (before?.isNew ?? false),
        mentioned: new Set([...(before?.mentioned ?? []), ...(isNew ? addressees(message) : [])]),
        readers: before?.readers ?? new Set(),
      }))
    },
    /** A member has read; their other tabs update the unread count. */
    read(conversationId: string, userId: string): void {
      moved.put(conversationId, (before) => ({
        message: before?.message ?? null,
        hiddenFor: before?.hiddenFor ?? [],
        isNew: before?.isNew ?? false,
        mentioned: before?.mentioned ?? new Set(),
        readers: (before?.readers ?? new Set<string>()).add(userId),
      }))
    },
    stop: moved.stop,
  }
}

function noticeOf(
  { conversationId, lastSeq, lastRev, unread, level }: MemberCursor,
  message: MessageView | null,
  { isNew, mentioned }: { isNew: boolean; mentioned: boolean },
) {
  return {
    conversation: conversationId,
    lastSeq,
    lastRev,
    unread,
    level,
    lastMessage: message?.seq === lastSeq ? lastMessageOf(message) : null,
    mentioned,
    isNew,
  }
}

function lastMessageOf({ id, seq, createdAt, authorId, authorName, kind, state, params, text }: MessageView) {
  const characters = [...text.slice(0, 4 * previewLength)]
  const shortened = characters.length > previewLength ? `${characters.slice(0, previewLength - 1).join('')}…` : text
  return { id, seq, createdAt, authorId, authorName, kind, state, params, text: shortened }
}
