import type { MemberView } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'

type ReadPosition = Pick<MemberView, 'id' | 'lastReadSeq' | 'lastDeliveredSeq'>

/**
 * The status of the viewer's own message: `read` or `delivered` once it is so for all other current members. Null for messages
 * of others and for those that are gone.
 */
export function tickOf(
  message: Pick<MessageView, 'authorId' | 'state' | 'seq'>,
  members: readonly ReadPosition[],
  viewerId: string,
): 'sent' | 'delivered' | 'read' | null {
  if (message.authorId !== viewerId || message.state !== 'live') return null
  const others = members.filter(({ id }) => id !== viewerId)
  if (others.length === 0) return 'sent'
  if (others.every(({ lastReadSeq }) => lastReadSeq >= message.seq)) return 'read'
  const reached = others.every((member) => Math.max(member.lastReadSeq, member.lastDeliveredSeq) >= message.seq)
  return reached ? 'delivered' : 'sent'
}
