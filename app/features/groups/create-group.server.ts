import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { addMembers } from '#app/features/conversations/conversation-members.server.ts'
import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { insertConversation } from '#app/features/conversations/insert-conversation.server.ts'
import { reachablePeople } from '#app/features/conversations/people-queries.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import type { GroupPrivacy, GroupType } from '#db/vocabulary/chat.ts'
import { groupDescription, groupName, groupTags } from './group-fields.ts'

export type GroupInput = {
  submissionId?: string | undefined
  name: string
  description: string
  groupType: GroupType
  privacy: GroupPrivacy
  tags: readonly string[]
  settings: ConversationSettings
  memberIds: readonly string[]
}

/**
 * Creates a group with the caller as its admin (GRP-2). Its members must be people whom the caller can write to.
 * @throws AppError invalid for a bad name, description, tag or member; forbidden; conflict for too many members.
 */
export function createGroup(ctx: UserContext, input: GroupInput): { conversationId: string } {
  requireRight(ctx, 'groups.create')
  const { groupType, privacy, settings } = input
  const name = groupName(input.name)
  const about = { name, description: groupDescription(input.description), tags: groupTags(input.tags) }
  const { id: creator, name: creatorName } = ctx.actor
  const conversationId = transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createGroup', input }, () => {
      const wanted = [...new Set(input.memberIds)].filter((id) => id !== creator)
      const userIds = reachablePeople(ctx, wanted).map(({ id }) => id)
      if (userIds.length < wanted.length) throw invalid('chatrefused:noPerson', { field: 'memberIds' })
      const { allowInvites, moderateMessages, allowFileSharing, allowCalls } = settings
      const group = {
        ...{ ...about, type: 'group' as const, groupType, privacy, createdBy: creator },
        ...{ allowInvites, moderateMessages, allowFileSharing, allowCalls },
      }
      const id = insertConversation(tx, ctx.now, group)
      const members = userIds.map((userId) => ({ userId, role: 'member' as const }))
      const people = [{ userId: creator, role: 'admin' as const }, ...members]
      addMembers(tx, { conversationId: id, people, by: creator, now: ctx.now })
      const params = { name: creatorName, group: name }
      const message = postSystemMessage(tx, ctx, { conversationId: id, text: 'groupCreated', params })
      appendAudit(tx, ctx, {
        action: 'conversation.create_group',
        subject: { type: 'conversation', id },
        after: { ...group, members: people },
        detail: { privacy, groupType, members: people.length },
      })
      const notice = { text: 'chatAdded' as const, params, actionUrl: `/messages/${id}` }
      const memberIds = [creator, ...userIds]
      const messages = [message]
      recordConversationChange(tx, ctx, { conversationId: id, memberIds, joined: memberIds, messages })
      notify(tx, ctx, userIds, { category: 'chat', ...notice })
      return id
    }),
  )
  return { conversationId }
}
