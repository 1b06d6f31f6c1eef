import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { ChangeContent } from '#app/features/change-orders/change-content.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { readersOf } from '#app/features/messages/work/work-queries.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { messageChanges } from '#db/schema/messages/work.ts'
import { messageOfContract } from './message-of-contract.server.ts'

/**
 * Drafts a change order of what a message of the contract's conversation asks for, and keeps which message that is (MSG-24). Who may not read
 * the draft does not see it at the message either.
 * @throws AppError not_found for a message that is not of this contract; otherwise as `draftChangeOrder`
 */
export function draftChangeFromMessage(
  ctx: CompanyContext,
  { messageId, ...input }: ChangeContent & { contractId: string; messageId: string; submissionId?: string | undefined },
): { changeOrderId: string } {
  requireRight(ctx, 'contracts.change')
  return transact(ctx.db, (tx) => {
    const message = messageOfContract(ctx, input.contractId, messageId)
    if (!message) throw notFound('chatrefused:noMessage')
    const { changeOrderId } = draftChangeOrder(ctx, input)
    const link = { messageId, changeOrderId }
    const { changes } = tx
      .insert(messageChanges)
      .values({ ...link, createdAt: ctx.now })
      .onConflictDoNothing()
      .run()
    // A second submit of the form.
    if (changes === 0) return { changeOrderId }
    appendAudit(tx, ctx, {
      action: 'change_order.from_message',
      subject: { type: 'change_order', id: changeOrderId },
      after: link,
      detail: { messageId },
    })
    const { conversationId } = message
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: readersOf(tx, conversationId) })
    return { changeOrderId }
  })
}
