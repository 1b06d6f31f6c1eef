import type {
  ConversationSubject,
  ConversationType,
  GroupPrivacy,
  GroupType,
  MemberRole,
  MessageKind,
  MessageState,
} from '#db/vocabulary/chat.ts'
import type { MessageView } from './message-view.ts'
import type { ConversationRight } from './rights.ts'

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
  /** `text` has at most 50 characters (MSG-7). */
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
  pendingMessageCount: number
  /** Own messages that wait for approval. */
  ownPendingMessages: Array<{ id: string; clientId: string; text: string; createdAt: number }>
  draftReplyToId: string | null
}

export type PersonView = {
  id: string
  name: string
  /** Of colleagues only, as the phone number. */
  email: string | null
  phone: string | null
  jobTitle: string | null
  companyName: string | null
}

/** Of a group (GRP-3). */
export const maxMembers = 500
/** Characters of the last message in the list of conversations. */
export const previewLength = 50
