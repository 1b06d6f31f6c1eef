import { avatarUrl } from '#app/features/accounts/avatar.ts'
import type { messageRow } from '#app/features/messages/api-rows.ts'
import type { GroupMemberRecord, GroupRecord } from './group-tables.server.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A group as the data API returns it, a view of its conversation (decision C1). Times are ISO 8601. */
export function groupRow({ createdBy, createdAt, isActive, groupType, type, ...group }: GroupRecord) {
  const { id, name, description, privacy, tags, memberCount } = group
  const { allowInvites, moderateMessages, allowFileSharing, allowCalls } = group
  return {
    ...{ id, name, description, type: groupType ?? type, privacy, avatar: null, created_by: createdBy },
    settings: { allowInvites, moderateMessages, allowFileSharing, allowCalls },
    ...{ tags, is_active: isActive, memberCount, createdAt: iso(createdAt) },
  }
}

export function groupMemberRow({ groupId, userId, name, role, joinedAt }: GroupMemberRecord) {
  return {
    ...{ group_id: groupId, user_id: userId, user_name: name, user_avatar: avatarUrl(userId) },
    ...{ role, joined_at: iso(joinedAt) },
  }
}

export function groupMessageRow(message: ReturnType<typeof messageRow>) {
  const { id, group_id, seq, sender_id, sender_name, sender_avatar, content, type, created_at } = message
  return {
    ...{ id, group_id, seq, user_id: sender_id, user_name: sender_name, user_avatar: sender_avatar, content, type },
    ...{ is_edited: message.is_edited, is_pinned: message.is_pinned, reactions: message.reactions, created_at },
  }
}
