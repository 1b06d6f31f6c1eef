import { eq } from 'drizzle-orm'
import { joinPolicyOf } from '#app/features/conversations/rights.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'

/**
 * A group as somebody outside may get into it.
 * @throws AppError not_found for what is no group or a private one; conflict when it has become the other way
 */
export function requireJoinPolicy(tx: Transaction, conversationId: string, way: 'join' | 'request') {
  const group = tx.select().from(conversations).where(eq(conversations.id, conversationId)).get()
  const open = group?.type === 'group' && group.isActive ? joinPolicyOf(group.privacy) : null
  if (!group || !open) throw notFound('chatrefused:noGroup')
  if (open !== way) throw conflict(open === 'join' ? 'chatrefused:isPublic' : 'chatrefused:isInviteOnly')
  return { id: group.id, name: group.name ?? '' }
}
