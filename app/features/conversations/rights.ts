import type { Right } from '#app/features/accounts/rights.ts'
import type { ConversationType, GroupPrivacy, MemberRole } from '#db/vocabulary/chat.ts'
import type { ConversationDetail } from './conversation-view.ts'
import type { MessageView } from './message-view.ts'

/** What a member may do in a conversation, apart from what only a message's author may do (edit, unsend). */
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

/** What of the table of rights each takes besides. */
export const rightsBehind: Record<ConversationRight, Right> = {
  send: 'messages.send',
  sendFiles: 'messages.send',
  call: 'messages.update',
  invite: 'groups.manage',
  editSettings: 'groups.manage',
  removeMember: 'groups.manage',
  changeRole: 'groups.manage',
  pin: 'messages.update',
  removeMessage: 'groups.manage',
  decideRequests: 'groups.manage',
  decidePending: 'groups.manage',
  leave: 'groups.leave',
}

type Facts = {
  type: ConversationType
  role: MemberRole
  /** It belongs to a company, project or contract, which determines its members. */
  hasSubject: boolean
  allowInvites: boolean
  allowFileSharing: boolean
  allowCalls: boolean
}

/**
 * The rights of a member (MSG-2, GRP-2, GRP-4). Anything not listed is refused. A direct conversation has no admins; one that
 * belongs to a company, project or contract is left by leaving that.
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

/** Whether a member's message is pending until an admin approves it (GRP-2). */
export function needsApproval({ role, moderateMessages }: { role: MemberRole; moderateMessages: boolean }): boolean {
  return moderateMessages && role !== 'admin'
}

/** How people become members of a group on their own: at once, by a request, or not at all (GRP-2). */
export function joinPolicyOf(privacy: GroupPrivacy): 'join' | 'request' | null {
  if (privacy === 'public') return 'join'
  return privacy === 'invite-only' ? 'request' : null
}

/** The entries of a message's menu for this viewer. The verbs check the rights again. */
export function messageRights(
  { authorId, state, kind, forwarded, poll }: Pick<MessageView, 'authorId' | 'state' | 'kind' | 'forwarded' | 'poll'>,
  { rights, readOnly }: Pick<ConversationDetail, 'rights' | 'readOnly'>,
  viewerId: string,
) {
  const live = state === 'live' && kind !== 'system'
  const own = authorId === viewerId
  return {
    reply: live && rights.includes('send'),
    react: live && !readOnly,
    edit: live && own && !readOnly && forwarded === null && poll === null,
    save: live,
    forward: live && !readOnly,
    unsend: live && own && !readOnly,
    hide: kind !== 'system' && !own,
    remove: live && !own && rights.includes('removeMessage'),
    pin: live && rights.includes('pin'),
  }
}
