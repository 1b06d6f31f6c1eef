// verb-rule: until it is sent it concerns its author alone, and the message is then its own record
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'
import { requireRoom, scheduledContent } from './scheduled-rows.server.ts'

/**
 * Keeps a message to be sent at a time (UTC ms), within a year (MSG-25). Whether it may be sent is asked again then.
 * @throws AppError not_found if the caller is not a member; forbidden without the right to send; invalid for a bad text or time, or
 * beyond a hundred that wait.
 */
export function scheduleMessage(
  ctx: UserContext,
  input: { conversationId: string; text: string; sendAt: number; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'messages.send')
  const { conversationId } = input
  const content = scheduledContent(ctx, input)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'scheduleMessage', input }, () => {
      requireMembership(tx, ctx, conversationId, 'send')
      requireRoom(tx, ctx)
      const id = newId()
      const row = {
        id,
        conversationId,
        authorId: ctx.actor.id,
        ...content,
        clientId: crypto.randomUUID(),
        status: 'pending' as const,
      }
      tx.insert(scheduledMessages)
        .values({ ...row, createdAt: ctx.now, updatedAt: ctx.now })
        .run()
      return { id }
    }),
  )
}
