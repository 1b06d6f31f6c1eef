import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { payoutReturnPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { endingOf } from '#app/features/team/bank-account.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { payouts } from '#db/schema/payouts.ts'
import { isParty, loadRun, ownerOf, requireFreeArchiveId } from './load-run.server.ts'
import { payoutMachine } from './payout.ts'

/**
 * Records that a payment came back, for admins (ESC-19): the bank refused it (then the statement never showed it), or returned it by a row
 * of its own. The money is on the company's balance again, and the company is told; or in suspense again.
 * @param input.archiveId of the returning row; only where the payment was booked
 * @param input.returnedOn `YYYY-MM-DD`, up to today
 * @throws AppError invalid at `returnedOn` or `archiveId`; conflict if it has been returned
 */
export function returnPayout(
  ctx: UserContext,
  input: { runId: string; payoutId: string; returnedOn: string; archiveId?: string | undefined; reason: string },
): void {
  requireRight(ctx, 'escrow.payOut')
  const { runId, payoutId, returnedOn, reason } = input
  transact(ctx.db, (tx) => {
    const { run, payments } = loadRun(tx, runId)
    const payment = payments.find(({ id }) => id === payoutId)
    if (!payment) throw notFound()
    const outcome = payoutMachine.next(payment.status, 'return', isParty(ctx, [payment]) ? 'party' : 'admin')
    if (!outcome.ok) throw conflict(outcome.reason)
    const isBooked = payment.status === 'booked'
    const archiveId = isBooked ? (input.archiveId ?? '') : null
    if (archiveId === '') throw invalid('payouts:refused.noArchiveId', { field: 'archiveId' })
    if (!isBooked && input.archiveId) throw invalid('payouts:refused.notBooked', { field: 'archiveId' })
    if (returnedOn > businessDay(ctx.now)) throw invalid('payouts:refused.inFuture', { field: 'returnedOn' })
    if (returnedOn < (payment.bookedOn ?? businessDay(run.decidedAt ?? 0))) {
      throw invalid('payouts:refused.beforePayment', { field: 'returnedOn' })
    }
    if (archiveId) requireFreeArchiveId(tx, archiveId, '')
    const returned = {
      status: 'returned' as const,
      ...{ returnedOn, returnedAs: archiveId, returnReason: reason, returnedBy: ctx.actor.id, updatedAt: ctx.now },
    }
    tx.update(payouts)
      .set(returned)
      .where(and(eq(payouts.id, payoutId), eq(payouts.status, payment.status)))
      .run()
    const { companyId, amountCents, currency } = payment
    writePosting(tx, ctx, {
      ...payoutReturnPosting(isBooked ? 'bank' : 'payout_transit', { ...payment, ownerId: ownerOf(payment) }),
      idempotencyKey: `payout_return:${payoutId}`,
      contractId: null,
      milestoneId: null,
      payoutId,
      currency,
    })
    appendAudit(tx, ctx, {
      action: 'payout.return',
      subject: { type: 'payout', id: payoutId },
      before: { status: payment.status },
      after: returned,
    })
    if (companyId === null) return
    recordEvent(tx, ctx, 'payout.returned', { companyId, amountCents, currency, ending: endingOf(payment.iban) })
  })
}
