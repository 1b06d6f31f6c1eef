import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { denyRequests, memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage, type SystemText } from '#app/features/messages/insert-message.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'
import { groupDescription, groupName, groupTags } from './group-fields.ts'

/** Omitted fields do not change. */
export type GroupUpdate = {
  conversationId: string
  name?: string | undefined
  description?: string | undefined
  privacy?: GroupPrivacy | undefined
  tags?: readonly string[] | undefined
  settings?: ConversationSettings | undefined
}

const privacyTexts: Record<GroupPrivacy, string> = {
  public: 'madePublic',
  private: 'madePrivate',
  'invite-only': 'madeInviteOnly',
}

/**
 * Changes the name, description, tags, privacy and settings of a group (GRP-2). Making it private denies pending requests.
 * @throws AppError not_found; forbidden; invalid for bad texts; conflict for the name or privacy of a conversation that
 * belongs to a company, project or contract.
 */
export function updateGroup(ctx: UserContext, input: GroupUpdate): void {
  requireRight(ctx, 'groups.manage')
  const { conversationId } = input
  transact(ctx.db, (tx) => {
    const { conversation } = requireMembership(tx, ctx, conversationId, 'editSettings')
    const { name, description, privacy, tags, allowInvites, moderateMessages, allowFileSharing, allowCalls } =
      conversation
    const before = { name, description, privacy, tags, allowInvites, moderateMessages, allowFileSharing, allowCalls }
    const after = {
      name: input.name === undefined ? name : groupName(input.name),
      description: input.description === undefined ? description : groupDescription(input.description),
      privacy: input.privacy ?? privacy,
      tags: input.tags === undefined ? tags : groupTags(input.tags),
      allowInvites: input.settings?.allowInvites ?? allowInvites,
      moderateMessages: input.settings?.moderateMessages ?? moderateMessages,
      allowFileSharing: input.settings?.allowFileSharing ?? allowFileSharing,
      allowCalls: input.settings?.allowCalls ?? allowCalls,
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const renamed = after.name !== name
    const opened = after.privacy !== privacy
    if (conversation.subjectType !== null && (renamed || opened)) throw conflict('chatrefused:ofWork')
    tx.update(conversations)
      .set({ ...after, updatedAt: ctx.now })
      .where(eq(conversations.id, conversationId))
      .run()
    if (after.privacy === 'private') denyRequests(tx, conversationId, ctx.actor.id, ctx.now)
    const actor = ctx.actor.name
    const systemTexts: SystemText[] = []
    if (renamed) systemTexts.push({ text: 'renamed', params: { name: actor, group: after.name ?? '' } })
    if (opened) systemTexts.push({ text: privacyTexts[after.privacy], params: { name: actor } })
    const messages = systemTexts.map((one) => postSystemMessage(tx, ctx, { conversationId, ...one }))
    appendAudit(tx, ctx, {
      action: 'conversation.update_group',
      subject: { type: 'conversation', id: conversationId },
      before,
      after,
      detail: { privacy: after.privacy, moderateMessages: after.moderateMessages },
    })
    recordConversationChange(tx, ctx, { conversationId, memberIds: memberIdsOf(tx, conversationId), messages })
  })
}
