import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import type { MessageKind, MessageState } from '#db/vocabulary/chat.ts'

export type ReplyReference = {
  messageId: string
  seq: number
  /** The first 120 characters at most; empty when the message is gone. */
  text: string
  senderId: string | null
  senderName: string
  attachmentPreview: AttachmentView['kind'] | null
  /** Its first file, to show; null if it has none or is gone. */
  attachment: Pick<AttachmentView, 'id' | 'name' | 'kind' | 'thumbnail'> | null
  gone: boolean
}

/** Where a forwarded message comes from. */
export type ForwardedFrom = {
  authorId: string | null
  authorName: string
  /** When it was said (UTC epoch ms). */
  createdAt: number
  /** Where it still stands, for those who may read it there; the conversation of two people has no name. */
  place: { conversationId: string; seq: number; name: string | null } | null
}

/** A poll as every member sees it: how many chose what, and never who. Times are UTC epoch ms. */
export type PollView = {
  options: Array<{ text: string; votes: number }>
  /** How many people have voted. */
  voters: number
  multiple: boolean
  anonymous: boolean
  closesAt: number | null
  closedAt: number | null
}

/** A message as every member sees it. Times are UTC epoch ms. */
export type MessageView = {
  id: string
  conversationId: string
  seq: number
  rev: number
  clientId: string | null
  kind: MessageKind
  state: MessageState
  /** Empty when the message is gone. A system message has the key of its text under `chat:system.` */
  text: string
  params: Record<string, string | number> | null
  authorId: string | null
  authorName: string
  createdAt: number
  editedAt: number | null
  pinnedAt: number | null
  replyTo: ReplyReference | null
  /** The `seq` of the newest hundred messages that answer it, in order; tombstones are among them. */
  replies: number[]
  /** The only part that differs by reader (`withPlaces`). */
  forwarded: ForwardedFrom | null
  attachments: AttachmentView[]
  mentions: Array<{ userId: string; name: string }>
  reactions: Array<{ userId: string; emoji: string }>
  preview: { url: string; title: string; description: string | null; siteName: string } | null
  /** Null when the message is gone. */
  poll: PollView | null
}

/** A page of messages, oldest first, without those that the viewer has hidden. */
export type MessagePage = { messages: MessageView[]; hasOlder: boolean; hasNewer: boolean }

export type SearchHit = { message: MessageView; conversationName: string }

/** A page of what a search has found, latest first. */
export type SearchPage = {
  hits: SearchHit[]
  /** How many messages match, on all pages; null in a search of all conversations. */
  total: number | null
  more: boolean
  /** Only so many of the latest messages were looked through; null if all were. */
  latestOnly: number | null
}
