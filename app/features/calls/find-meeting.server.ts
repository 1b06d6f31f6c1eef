import type { UserContext } from '#app/features/accounts/context.ts'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { isLive } from './call.ts'
import { findUnfinishedCall } from './call-rows.server.ts'
import { viewCall } from './call-view.server.ts'

/** The meeting of a conversation and who is in it now; null for whoever may not call there, and in direct conversations (CALL-6). */
export function findMeeting(
  ctx: UserContext,
  conversationId: string,
): { conversationId: string; name: string; present: string[]; isRecorded: boolean } | null {
  const membership = findMembership(ctx.db, ctx.actor.id, conversationId)
  if (!membership?.rights.includes('call') || membership.conversation.type === 'direct') return null
  const open = findUnfinishedCall(ctx.db, conversationId)
  const call = open ? viewCall(ctx.db, open.id) : null
  const people = call?.participants.filter(isLive) ?? []
  const isRecorded = call?.recording != null
  return {
    conversationId,
    isRecorded,
    name: membership.conversation.name ?? '',
    present: people.map(({ name }) => name),
  }
}
