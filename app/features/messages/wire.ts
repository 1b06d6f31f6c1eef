import { avatarUrl } from '#app/features/accounts/avatar.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'

const statusOf = { live: 'sent', unsent: 'unsent', removed: 'deleted' } as const
const stateOf = { sent: 'live', unsent: 'unsent', deleted: 'removed' } as const

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
const ms = (time: string | null) => (time === null ? null : Date.parse(time))

/** A message as socket events and the API send it. Fields are named one by one, because a spread is slower on this hot path. */
export function toWire(message: MessageView): WireMessage {
  return {
    id: message.id,
    group_id: message.conversationId,
    seq: message.seq,
    rev: message.rev,
    client_id: message.clientId,
    type: message.kind,
    status: statusOf[message.state],
    content: message.text,
    params: message.params,
    sender_id: message.authorId,
    sender_name: message.authorName,
    sender_avatar: avatarUrl(message.authorId),
    created_at: new Date(message.createdAt).toISOString(),
    is_edited: message.editedAt !== null,
    edited_at: iso(message.editedAt),
    is_pinned: message.pinnedAt !== null,
    pinned_at: iso(message.pinnedAt),
    reactions: message.reactions,
    mentions: message.mentions,
    attachments: message.attachments.map(({ kind, durationMs, ...file }) => ({
      ...file,
      type: kind,
      url: `/files/${file.id}`,
      duration: durationMs === null ? null : durationMs / 1000,
    })),
    reply_to: message.replyTo,
    replies: message.replies,
    forwarded: message.forwarded && {
      senderId: message.forwarded.authorId,
      senderName: message.forwarded.authorName,
      createdAt: new Date(message.forwarded.createdAt).toISOString(),
      place: message.forwarded.place,
    },
    preview: message.preview,
    poll: message.poll,
  }
}

/** The inverse of `toWire`. */
export function fromWire(wire: WireMessage): MessageView {
  const { id, seq, rev, params, reactions, mentions, preview, poll } = wire
  return {
    id,
    seq,
    rev,
    params,
    reactions,
    mentions,
    preview,
    poll,
    conversationId: wire.group_id,
    clientId: wire.client_id,
    kind: wire.type,
    state: stateOf[wire.status],
    text: wire.content,
    authorId: wire.sender_id,
    authorName: wire.sender_name,
    createdAt: Date.parse(wire.created_at),
    editedAt: ms(wire.edited_at),
    pinnedAt: ms(wire.pinned_at),
    replyTo: wire.reply_to,
    replies: wire.replies,
    forwarded: wire.forwarded && {
      authorId: wire.forwarded.senderId,
      authorName: wire.forwarded.senderName,
      createdAt: Date.parse(wire.forwarded.createdAt),
      place: wire.forwarded.place,
    },
    attachments: wire.attachments.map(({ type, url: _url, duration, ...file }) => ({
      ...file,
      kind: type,
      durationMs: duration === null ? null : Math.round(duration * 1000),
    })),
  }
}
