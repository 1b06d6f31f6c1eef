import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { addMembers, memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { reachablePeople } from '#app/features/conversations/people-queries.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage, type SystemText } from '#app/features/messages/insert-message.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'

/**
 * Adds people whom the caller can write to to a group. Existing members keep their role.
 * @returns how many were added.
 * @throws AppError not_found; forbidden; invalid if somebody cannot be added; conflict if the group is full.
 */
export function inviteMembers(
  ctx: UserContext,
  input: { conversationId: string; userIds: readonly string[] },
): { added: number } {
  requireRight(ctx, 'groups.manage')
  const { conversationId } = input
  const { name } = ctx.actor
  return transact(ctx.db, (tx) => {
    const { conversation } = requireMembership(tx, ctx, conversationId, 'invite')
    const wanted = [...new Set(input.userIds)].filter((id) => id !== ctx.actor.id)
    const people = reachablePeople(ctx, wanted)
    if (wanted.length === 0 || people.length < wanted.length) {
      throw invalid('chatrefused:noPerson', { field: 'userIds' })
    }
    const joined = addMembers(tx, {
      conversationId,
      people: people.map(({ id }) => ({ userId: id, role: 'member' })),
      by: ctx.actor.id,
      now: ctx.now,
    })
    const [first] = people.filter(({ id }) => joined.includes(id))
    if (!first) return { added: 0 }
    const systemText: SystemText =
      joined.length === 1
        ? { text: 'memberAdded', params: { name, member: first.name } }
        : { text: 'membersAdded', params: { name, count: joined.length } }
    const message = postSystemMessage(tx, ctx, { conversationId, ...systemText })
    appendAudit(tx, ctx, {
      action: 'conversation.invite',
      subject: { type: 'conversation', id: conversationId },
      after: { joined },
      detail: { members: joined.length },
    })
    const memberIds = memberIdsOf(tx, conversationId)
    recordConversationChange(tx, ctx, { conversationId, memberIds, joined, messages: [message] })
    notify(tx, ctx, joined, {
      category: 'chat',
      text: 'chatAdded',
      params: { name, group: conversation.name ?? '' },
      actionUrl: `/messages/${conversationId}`,
    })
    return { added: joined.length }
  })
}
