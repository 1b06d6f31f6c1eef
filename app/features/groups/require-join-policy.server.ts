import { eq } from 'drizzle-orm'
import { joinPolicyOf } from '#app/features/conversations/rights.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'

/**
 * The group that the caller wants to join, or to request to join.
 * @throws AppError not_found if it is not an active group, or a private one; conflict if its join policy is the other one.
 */
export function requireJoinPolicy(tx: Transaction, conversationId: string, joinPolicy: 'join' | 'request') {
  const group = tx.select().from(conversations).where(eq(conversations.id, conversationId)).get()
  const actual = group?.type === 'group' && group.isActive ? joinPolicyOf(group.privacy) : null
  if (!group || !actual) throw notFound('chatrefused:noGroup')
  if (actual !== joinPolicy) throw conflict(actual === 'join' ? 'chatrefused:isPublic' : 'chatrefused:isInviteOnly')
  return { id: group.id, name: group.name ?? '' }
}
