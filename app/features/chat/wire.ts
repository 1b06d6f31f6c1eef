import { avatarOf } from './avatar.ts'
import type { MessageView } from './message-view.ts'

/**
 * A message as sockets and the API tell it: the names of the collaboration specification (sections 3 and 7), and beside them
 * what a client needs to keep its log. Times are ISO 8601.
 */
export type WireMessage = {
  id: string
  group_id: string
  seq: number
  rev: number
  client_id: string | null
  type: MessageView['kind']
  /** `unsent` by its author, `deleted` by an admin; how far a message got is said by cursors. */
  status: 'sent' | 'unsent' | 'deleted'
  content: string
  params: MessageView['params']
  sender_id: string | null
  sender_name: string
  sender_avatar: string | null
  created_at: string
  is_edited: boolean
  edited_at: string | null
  is_pinned: boolean
  pinned_at: string | null
  reactions: Array<{ userId: string; emoji: string }>
  attachments: WireAttachment[]
  mentions: Array<{ userId: string; name: string }>
  reply_to: MessageView['replyTo']
  preview: MessageView['preview']
}

type Attachment = MessageView['attachments'][number]
type WireAttachment = Omit<Attachment, 'kind' | 'durationMs'> & {
  type: Attachment['kind']
  url: string
  /** Seconds. */
  duration: number | null
}

const statusOf = { live: 'sent', unsent: 'unsent', removed: 'deleted' } as const
const stateOf = { sent: 'live', unsent: 'unsent', deleted: 'removed' } as const

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
const ms = (time: string | null) => (time === null ? null : Date.parse(time))

/** Each field by its name: what begins with a spread is built field by field, which shows where every message passes. */
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
    sender_avatar: avatarOf(message.authorId),
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
    preview: message.preview,
  }
}

export function fromWire(wire: WireMessage): MessageView {
  const { id, seq, rev, params, reactions, mentions, preview } = wire
  return {
    ...{ id, seq, rev, params, reactions, mentions, preview },
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
    attachments: wire.attachments.map(({ type, url: _url, duration, ...file }) => ({
      ...file,
      kind: type,
      durationMs: duration === null ? null : Math.round(duration * 1000),
    })),
  }
}
