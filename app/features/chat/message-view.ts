import type {
  ConversationSubject,
  ConversationType,
  GroupPrivacy,
  GroupType,
  MemberRole,
  MessageKind,
  MessageState,
  PresenceStatus,
} from '#db/vocabulary/chat.ts'
import type { ConversationRight } from './rights.ts'

/** A file of a message, as `StoredAttachment` of the schema. Its address is `/files/{id}`, its thumbnail `/files/{id}?size=small`. */
export type AttachmentView = {
  id: string
  name: string
  mime: string
  size: number
  kind: 'image' | 'video' | 'audio' | 'document'
  width: number | null
  height: number | null
  durationMs: number | null
  waveform: number[] | null
  thumbnail: boolean
  voice: boolean
}

export type ReplyReference = {
  messageId: string
  seq: number
  /** At most 120 characters of it; empty when it is gone. */
  text: string
  senderId: string | null
  senderName: string
  attachmentPreview: AttachmentView['kind'] | null
  gone: boolean
}

/** A message as everybody in the conversation sees it. Times are UTC epoch ms. */
export type MessageView = {
  id: string
  conversationId: string
  seq: number
  rev: number
  clientId: string | null
  kind: MessageKind
  state: MessageState
  /** Empty when the message is gone; of a system message the name of its text under `chat:system.` */
  text: string
  params: Record<string, string | number> | null
  authorId: string | null
  authorName: string
  createdAt: number
  editedAt: number | null
  pinnedAt: number | null
  replyTo: ReplyReference | null
  attachments: AttachmentView[]
  mentions: Array<{ userId: string; name: string }>
  reactions: Array<{ userId: string; emoji: string }>
  preview: { url: string; title: string; description: string | null; siteName: string } | null
}

export type PresenceView = { status: PresenceStatus; customText: string; lastSeenAt: number | null }

export type MemberView = {
  id: string
  name: string
  jobTitle: string | null
  role: MemberRole
  lastReadSeq: number
  lastDeliveredSeq: number
  lastReadAt: number | null
}

/** A row of the list of conversations, as one member sees it. */
export type ConversationSummary = {
  id: string
  type: ConversationType
  /** Of a direct one the other person's name. */
  name: string
  description: string
  groupType: GroupType | null
  privacy: GroupPrivacy
  subject: { type: ConversationSubject; id: string } | null
  /** Of a direct one. */
  otherUserId: string | null
  lastSeq: number
  lastRev: number
  /** `text` at most 50 characters (collaboration specification, section 9). */
  lastMessage: {
    authorId: string | null
    authorName: string
    text: string
    kind: MessageKind
    state: MessageState
    params: MessageView['params']
  } | null
  lastMessageAt: number
  lastReadSeq: number
  unread: number
  markedUnread: boolean
  muted: boolean
  memberCount: number
  role: MemberRole
  draft: string | null
}

export type ConversationSettings = {
  allowInvites: boolean
  moderateMessages: boolean
  allowFileSharing: boolean
  allowCalls: boolean
}

/** A conversation that is open: what its members may know of it. */
export type ConversationDetail = ConversationSummary & {
  tags: string[]
  settings: ConversationSettings
  members: MemberView[]
  rights: ConversationRight[]
  /** For the invoice shortcut: the company on the other side of a client conversation. */
  clientName: string | null
  /** Waiting for an admin; 0 for everybody else. */
  requestCount: number
  heldCount: number
  /** Own messages that wait for approval. */
  ownHeld: Array<{ id: string; clientId: string; text: string; createdAt: number }>
  draftReplyToId: string | null
}

/** A page of messages, oldest first. `hidden` ones of the reader are left out. */
export type MessagePage = { messages: MessageView[]; hasOlder: boolean; hasNewer: boolean }

export type PersonView = {
  id: string
  name: string
  /** Of colleagues only, as the phone number. */
  email: string | null
  phone: string | null
  jobTitle: string | null
  companyName: string | null
}

export type SearchHit = { message: MessageView; conversationName: string }
