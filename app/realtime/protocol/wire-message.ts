import type { AttachmentKind, MessageKind } from '#db/vocabulary/chat.ts'

/**
 * A message as sockets and the API tell it: the names that older clients know (MSG-13), and beside them
 * what a client needs to keep its log. Times are ISO 8601.
 */
export type WireMessage = {
  id: string
  group_id: string
  seq: number
  rev: number
  client_id: string | null
  type: MessageKind
  /** `unsent` by its author, `deleted` by an admin; how far a message got is said by cursors. */
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
  preview: { url: string; title: string; description: string | null; siteName: string } | null
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

/** What an answer shows of the message that it answers. */
type WireReply = {
  messageId: string
  seq: number
  /** At most 120 characters of it; empty when it is gone. */
  text: string
  senderId: string | null
  senderName: string
  attachmentPreview: AttachmentKind | null
  gone: boolean
}
