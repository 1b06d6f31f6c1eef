import type { UserContext } from '#app/features/accounts/context.ts'
import { notificationChoice } from '#app/features/conversations/choose-notification-level.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import type { MemberView } from '#app/features/conversations/conversation-view.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { listPendingMessages, listPinned } from '#app/features/messages/message-queries.server.ts'
import { presenceFor } from '#app/features/presence/presence.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { listRequests } from './group-queries.server.ts'

const pageSize = 50

/** The details page of a conversation with one page of its members; null if the caller is not a member. */
export function getDetailsPage(ctx: UserContext, id: string, { q, page }: { q: string; page: number }) {
  const conversation = getConversation(ctx, id)
  if (!conversation) return null
  const { members, lastMessage, draft, ownPendingMessages, ...shown } = conversation
  const wanted = normalizeForSearch(q.trim())
  const matching = members
    .filter(
      ({ name, jobTitle }) =>
        normalizeForSearch(name).includes(wanted) || (jobTitle && normalizeForSearch(jobTitle).includes(wanted)),
    )
    .toSorted(adminsFirst)
  const onPage = matching.slice((page - 1) * pageSize, page * pageSize)
  const presence = presenceFor(
    ctx,
    onPage.map((member) => member.id),
  )
  const offline = { status: 'offline', customText: '', lastSeenAt: null } as const
  return {
    conversation: shown,
    notifications: notificationChoice(ctx, id),
    members: onPage.map(({ id, name, jobTitle, role }) => ({
      ...{ id, name, jobTitle, role },
      presence: presence[id] ?? offline,
    })),
    matching: matching.length,
    pageSize,
    requests: shown.requestCount > 0 ? listRequests(ctx, id) : [],
    pending: shown.pendingMessageCount > 0 ? listPendingMessages(ctx, id) : [],
    pinned: listPinned(ctx, id).map(({ id, seq, text, authorName, createdAt, attachments }) => ({
      ...{ id, seq, authorName, createdAt },
      text: shortened(text, 300),
      files: attachments.map(({ name }) => name),
    })),
  }
}

export type DetailsPage = NonNullable<ReturnType<typeof getDetailsPage>>

/** Puts admins first. The members are sorted by name already. */
function adminsFirst(one: MemberView, other: MemberView): number {
  return Number(other.role === 'admin') - Number(one.role === 'admin')
}

/** The member whose removal is to be confirmed; null for the caller and for anybody who is not a member. */
export function findOtherMember(ctx: UserContext, id: string, userId: string): { id: string; name: string } | null {
  const member = getConversation(ctx, id)?.members.find((one) => one.id === userId)
  return member && member.id !== ctx.actor.id ? { id: member.id, name: member.name } : null
}
