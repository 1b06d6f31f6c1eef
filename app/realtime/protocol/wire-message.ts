import type { AttachmentKind, MessageKind } from '#db/vocabulary/chat.ts'

/**
 * A message as socket events and the API send it, with the field names that existing clients know (MSG-13) and what a client
 * needs to sync its log. Times are ISO 8601.
 */
export type WireMessage = {
  id: string
  group_id: string
  seq: number
  rev: number
  client_id: string | null
  type: MessageKind
  /** `unsent` by its author, `deleted` by an admin. Delivery follows from the members' positions. */
  status: 'sent' | 'unsent' | 'deleted'
  content: string
  params: Record<string, string | number> | null
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
  reply_to: WireReply | null
  /** The `seq` of the newest hundred messages that answer it. */
  replies: number[]
  /** What it forwards; `place` only for those who may read it there. */
  forwarded: WireSource | null
  preview: { url: string; title: string; description: string | null; siteName: string } | null
  poll: WirePoll | null
}

/** How many chose what, and never who. Times are UTC epoch ms. */
type WirePoll = {
  options: Array<{ text: string; votes: number }>
  voters: number
  multiple: boolean
  anonymous: boolean
  closesAt: number | null
  closedAt: number | null
}

/** A file of a message; its thumbnail is `{url}?size=small`. */
type WireAttachment = {
  id: string
  name: string
  mime: string
  size: number
  type: AttachmentKind
  url: string
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number | null
  waveform: number[] | null
  thumbnail: boolean
  voice: boolean
}

/** What a reply quotes of a message. */
type WireReply = {
  messageId: string
  seq: number
  /** At most 120 characters; empty when the message is gone. */
  text: string
  senderId: string | null
  senderName: string
  attachmentPreview: AttachmentKind | null
  attachment: { id: string; name: string; kind: AttachmentKind; thumbnail: boolean } | null
  gone: boolean
}

/** Where a forwarded message comes from. */
type WireSource = {
  senderId: string | null
  senderName: string
  /** ISO 8601. */
  createdAt: string
  /** The conversation of two people has no name. */
  place: { conversationId: string; seq: number; name: string | null } | null
}
