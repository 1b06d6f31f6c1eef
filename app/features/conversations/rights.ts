import type { ConversationType, GroupPrivacy, MemberRole } from '#db/vocabulary/chat.ts'
import type { ConversationDetail } from './conversation-view.ts'
import type { MessageView } from './message-view.ts'

/** What a member may do in a conversation, apart from what is the author's own (edit, unsend). */
export const conversationRights = [
  'send',
  'sendFiles',
  'call',
  'invite',
  'editSettings',
  'removeMember',
  'changeRole',
  'pin',
  'removeMessage',
  'decideRequests',
  'decidePending',
  'leave',
] as const
export type ConversationRight = (typeof conversationRights)[number]

type Facts = {
  type: ConversationType
  role: MemberRole
  /** Belongs to a company, project or contract: who is in it follows from that. */
  hasSubject: boolean
  allowInvites: boolean
  allowFileSharing: boolean
  allowCalls: boolean
}

/**
 * The rights of a member (MSG-2, GRP-2, GRP-4). Default deny: what is not here is refused.
 * In a direct conversation there is nobody to administer; one that belongs to something else is left with that.
 */
export function rightsOf({
  type,
  role,
  hasSubject,
  allowInvites,
  allowFileSharing,
  allowCalls,
}: Facts): ConversationRight[] {
  const admin = role === 'admin'
  const direct = type === 'direct'
  const may: Record<ConversationRight, boolean> = {
    send: true,
    sendFiles: direct || allowFileSharing,
    call: direct || allowCalls,
    invite: !direct && !hasSubject && (admin || allowInvites),
    editSettings: !direct && admin,
    removeMember: !direct && !hasSubject && admin,
    changeRole: !direct && admin,
    pin: direct || admin,
    removeMessage: !direct && admin,
    decideRequests: !direct && !hasSubject && admin,
    decidePending: !direct && admin,
    leave: !direct && !hasSubject,
  }
  return conversationRights.filter((right) => may[right])
}

/** Whether a member's message waits for an admin first (GRP-2). */
export function needsApproval({ role, moderateMessages }: { role: MemberRole; moderateMessages: boolean }): boolean {
  return moderateMessages && role !== 'admin'
}

/** What somebody outside a group may do to get in (GRP-2). */
export function joinPolicyOf(privacy: GroupPrivacy): 'join' | 'request' | null {
  if (privacy === 'public') return 'join'
  return privacy === 'invite-only' ? 'request' : null
}

/** What of a message's menu is there for this reader; the verbs check it again. */
export function messagePowers(
  { authorId, state, kind }: Pick<MessageView, 'authorId' | 'state' | 'kind'>,
  { rights }: Pick<ConversationDetail, 'rights'>,
  viewerId: string,
) {
  const live = state === 'live' && kind !== 'system'
  const own = authorId === viewerId
  return {
    reply: live && rights.includes('send'),
    react: live,
    edit: live && own,
    unsend: live && own,
    hide: kind !== 'system' && !own,
    remove: live && !own && rights.includes('removeMessage'),
    pin: live && rights.includes('pin'),
  }
}
