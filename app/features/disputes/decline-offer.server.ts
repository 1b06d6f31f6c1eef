// verb-rule: applyAnswer appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { mailDispute, otherParty } from '#app/features/escrow/dispute/mail-dispute.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import type { DisputeOfferStatus } from '#db/vocabulary/disputes.ts'
import { type Answer, applyAnswer } from './apply-answer.server.ts'
import { disputeEvent } from './load-dispute.server.ts'

/** Declines the other party's offer of settlement; the dispute goes on. */
export function declineOffer(ctx: CompanyContext, input: Answer): { status: DisputeOfferStatus } {
  requireRight(ctx, 'escrow.dispute')
  return transact(ctx.db, (tx) =>
    applyAnswer(tx, ctx, 'decline', input, (loaded) => {
      recordEvent(tx, ctx, 'dispute.step', disputeEvent(ctx, loaded, { step: 'decline' }))
      mailDispute(tx, ctx, loaded, { template: 'disputeOfferDeclined', told: otherParty(loaded.role) })
    }),
  )
}
