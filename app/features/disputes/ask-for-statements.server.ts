import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { mailDispute } from '#app/features/escrow/dispute/mail-dispute.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { disputeEntries } from '#db/schema/disputes.ts'
import type { DisputeAddressee } from '#db/vocabulary/disputes.ts'
import { addressees } from './dispute.ts'
import { endOfDay } from './end-of-day.ts'
import { disputeEvent, loadDispute, subjectOf } from './load-dispute.server.ts'

/**
 * Asks one party or both for a statement by a day (`YYYY-MM-DD`), for an admin who works for neither.
 * @throws AppError invalid at `answerBy` for a day that is over
 */
export function askForStatements(
  ctx: UserContext,
  input: {
    subjectId: string
    asked: DisputeAddressee
    text: string
    answerBy: string
    submissionId?: string | undefined
  },
): { id: string } {
  requireRight(ctx, 'escrow.resolve')
  return transact(ctx.db, (tx) => {
    const loaded = loadDispute(tx, ctx, input.subjectId, 'ask')
    return withIdempotencyKey(tx, ctx, { verb: 'dispute.ask', input, otherContent: 'refuse' }, () => {
      const { asked, text, answerBy } = input
      if (answerBy < businessDay(ctx.now)) throw invalid('disputes:refused.dayOver', { field: 'answerBy' })
      const id = newId()
      const author = { authorId: ctx.actor.id, authorName: ctx.actor.name }
      const request = { kind: 'request', party: loaded.role, text, asked, answerBy } as const
      tx.insert(disputeEntries)
        .values({ id, ...subjectOf(loaded), ...request, ...author, at: ctx.now })
        .run()
      appendAudit(tx, ctx, {
        action: 'dispute.ask',
        subject: { type: 'contract', id: loaded.contract.id },
        after: { ...request, id, subjectId: input.subjectId },
      })
      recordEvent(tx, ctx, 'dispute.step', disputeEvent(ctx, loaded, { step: 'ask', day: answerBy, asked }))
      const mail = { template: 'disputeAsked', told: addressees(asked), deadlineAt: endOfDay(answerBy) } as const
      mailDispute(tx, ctx, loaded, mail)
      return { id }
    })
  })
}
