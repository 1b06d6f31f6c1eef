import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { callTimes } from '#db/schema/calls/call-times.ts'
import { nextOf } from './call-time.ts'
import { findCallTime } from './queries.server.ts'
import { tellCallTime } from './tell-call-time.server.ts'

/**
 * Cancels what is left of a call time, and tells the others.
 * @throws AppError not_found; forbidden for anybody but who has proposed it and the conversation's admins; conflict if it is over or cancelled.
 */
export function cancelCallTime(ctx: UserContext, { callTimeId }: { callTimeId: string }): void {
  requireRight(ctx, 'messages.send')
  transact(ctx.db, (tx) => {
    const found = findCallTime(tx, ctx.actor.id, callTimeId)
    if (!found) throw notFound('calltimes:refused.notFound')
    if (!found.mayCancel) throw forbidden('calltimes:refused.notYours')
    if (found.cancelledAt !== null || found.endsAt <= ctx.now) throw conflict('calltimes:refused.over')
    tx.update(callTimes).set({ cancelledAt: ctx.now }).where(eq(callTimes.id, callTimeId)).run()
    const { conversationId } = found
    appendAudit(tx, ctx, { action: 'call.time_cancel', subject: { type: 'conversation', id: conversationId } })
    tellCallTime(tx, ctx, { ...found, startsAt: nextOf(found, ctx.now) }, 'callTimeCancelled')
  })
}
