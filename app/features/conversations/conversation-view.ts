import type { Message } from '#app/platform/errors.ts'
import type {
  ApprovalStatus,
  ConversationSubject,
  ConversationType,
  GroupPrivacy,
  GroupType,
  MemberRole,
  MessageKind,
  MessageState,
  NotificationLevel,
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

/** A row of a member's conversation list. Times are UTC epoch ms. */
export type ConversationSummary = {
  id: string
  type: ConversationType
  /** For a direct conversation, the other person's name. */
  name: string
  description: string
  groupType: GroupType | null
  privacy: GroupPrivacy
  subject: { type: ConversationSubject; id: string } | null
  /** Only for a direct conversation. */
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
  level: NotificationLevel
  /** Since when the member has it on top of their list; null if they have not (MSG-16). */
  pinnedAt: number | null
  /** Its members; in a list as stored, with those to whom its module is closed, and shown to nobody (`countReaders`). */
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

/** An open conversation, with what only members may know. */
export type ConversationDetail = ConversationSummary & {
  tags: string[]
  settings: ConversationSettings
  members: MemberView[]
  rights: ConversationRight[]
  /** Messages are closed to the reader's changes: no reactions, and no edits of what they wrote. */
  readOnly: boolean
  /** Why the reader may not write here, where that is not the conversation's own rule. */
  sendRefusal: Message | null
  /** The client in a contract's conversation, for the provider's invoice shortcut; null for everybody else. */
  clientName: string | null
  /** Pending for an admin to decide; 0 for members who cannot. */
  requestCount: number
  pendingMessageCount: number
  /** The viewer's own messages that are pending approval or were denied, oldest first (GRP-2). */
  ownPendingMessages: Array<{
    id: string
    clientId: string
    text: string
    createdAt: number
    status: ApprovalStatus
  }>
  draftReplyToId: string | null
  /** What the viewer has saved of it: the ids of the last 500 messages. */
  savedIds: string[]
  /** What the viewer has voted in the newest of its polls in which they have: the places of the options, from 0. */
  ownVotes: Array<{ messageId: string; option: number }>
  /** Whether the operator has a language model that translates. */
  canTranslate: boolean
  /** The contract that it belongs to, for people of its parties. */
  contract: { id: string; isActive: boolean } | null
  /** What was made of its messages, as far as the viewer may read that: CO-1 (null for a draft), or a milestone with a note. */
  work: Array<{ messageId: string; kind: 'change' | 'note'; to: string; name: string | null }>
}

export type PersonView = {
  id: string
  name: string
  /** Colleagues only, as is the phone number. */
  email: string | null
  phone: string | null
  jobTitle: string | null
  companyName: string | null
}

/** How many conversations a list has at most; a filter or a search finds the others. */
export const maxListed = 100
/** How many are beside an open conversation at first: what a high screen has room for. */
export const listedBeside = 20
/** Most members of a group (GRP-3). */
export const maxMembers = 500
/** Most characters of the last message in the conversation list (MSG-7). */
export const previewLength = 50
