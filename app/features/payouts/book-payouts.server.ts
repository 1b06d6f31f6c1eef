import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { payoutBookedPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { endingOf } from '#app/features/team/bank-account.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { payouts } from '#db/schema/payouts.ts'
import { isParty, loadRun, requireFreeArchiveId } from './load-run.server.ts'
import { payoutMachine } from './payout.ts'

/**
 * Records that the bank statement shows payments of an approved run, for admins (ESC-19): one row of it for each, or one for several that
 * the bank has booked together. The companies are told.
 * @param input.bookedOn `YYYY-MM-DD`, from the approval to today
 * @throws AppError invalid at `bookedOn` or `archiveId`; conflict if one of them is booked or returned
 */
export function bookPayouts(
  ctx: UserContext,
  input: { runId: string; payoutIds: readonly string[]; bookedOn: string; archiveId: string },
): void {
  requireRight(ctx, 'escrow.payOut')
  const { runId, bookedOn, archiveId } = input
  transact(ctx.db, (tx) => {
    const { run, payments } = loadRun(tx, runId)
    const ids = new Set(input.payoutIds)
    const chosen = payments.filter(({ id }) => ids.has(id))
    if (chosen.length !== ids.size) throw notFound()
    for (const payment of chosen) {
      const outcome = payoutMachine.next(payment.status, 'book', isParty(ctx, [payment]) ? 'party' : 'admin')
      if (!outcome.ok) throw conflict(outcome.reason)
    }
    if (bookedOn > businessDay(ctx.now)) throw invalid('payouts:refused.inFuture', { field: 'bookedOn' })
    if (bookedOn < businessDay(run.decidedAt ?? 0))
      throw invalid('payouts:refused.beforeApproval', { field: 'bookedOn' })
    requireFreeArchiveId(tx, archiveId, runId)
    const booked = {
      status: 'booked' as const,
      bookedOn,
      bookedAs: archiveId,
      bookedBy: ctx.actor.id,
      updatedAt: ctx.now,
    }
    for (const { id, companyId, amountCents, currency, iban } of chosen) {
      tx.update(payouts)
        .set(booked)
        .where(and(eq(payouts.id, id), eq(payouts.status, 'ordered')))
        .run()
      writePosting(tx, ctx, {
        ...payoutBookedPosting(amountCents),
        idempotencyKey: `payout_booked:${id}`,
        contractId: null,
        milestoneId: null,
        payoutId: id,
        currency,
      })
      appendAudit(tx, ctx, {
        action: 'payout.book',
        subject: { type: 'payout', id },
        before: { status: 'ordered' },
        after: booked,
      })
      if (companyId === null) continue
      recordEvent(tx, ctx, 'payout.booked', { companyId, amountCents, currency, ending: endingOf(iban) })
    }
  })
}
