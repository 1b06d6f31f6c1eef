import type { MemberView } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'

type Reader = Pick<MemberView, 'id' | 'lastReadSeq' | 'lastDeliveredSeq'>

/**
 * How far an own message got: read, or delivered, once that is so for everybody else who is here now. Of others' messages,
 * and of those that are gone, nothing is said.
 */
export function tickOf(
  message: Pick<MessageView, 'authorId' | 'state' | 'seq'>,
  members: readonly Reader[],
  viewerId: string,
): 'sent' | 'delivered' | 'read' | null {
  if (message.authorId !== viewerId || message.state !== 'live') return null
  const others = members.filter(({ id }) => id !== viewerId)
  if (others.length === 0) return 'sent'
  if (others.every(({ lastReadSeq }) => lastReadSeq >= message.seq)) return 'read'
  const reached = others.every((member) => Math.max(member.lastReadSeq, member.lastDeliveredSeq) >= message.seq)
  return reached ? 'delivered' : 'sent'
}
