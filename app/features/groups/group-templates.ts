import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import type { GroupPrivacy, GroupType } from '#db/vocabulary/chat.ts'

export type GroupTemplate = { groupType: GroupType; privacy: GroupPrivacy; settings: ConversationSettings }

const settings = (
  allowInvites: boolean,
  moderateMessages: boolean,
  allowFileSharing: boolean,
  allowCalls: boolean,
): ConversationSettings => ({ allowInvites, moderateMessages, allowFileSharing, allowCalls })

/** What the wizard begins with (collaboration specification, section 4): invites, moderation, files, calls. */
export const groupTemplates: readonly GroupTemplate[] = [
  { groupType: 'project', privacy: 'private', settings: settings(true, false, true, true) },
  { groupType: 'team', privacy: 'private', settings: settings(false, true, true, true) },
  { groupType: 'meeting', privacy: 'private', settings: settings(true, false, false, true) },
  { groupType: 'social', privacy: 'public', settings: settings(true, false, true, false) },
  { groupType: 'department', privacy: 'invite-only', settings: settings(false, true, true, true) },
  { groupType: 'custom', privacy: 'private', settings: settings(true, false, true, true) },
]
