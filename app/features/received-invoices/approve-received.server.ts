// verb-rule: changeReceived appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { transact } from '#db/client.server.ts'
import { changedAccountOf } from './changed-account.server.ts'
import { changeReceived, loadReceived } from './load-received.server.ts'

/**
 * Approves a checked invoice, for somebody whose mandate covers it (INV-27): it is to be paid, and is in the VAT report. An account that is not the one of
 * the supplier's earlier invoices must have been confirmed.
 * @throws AppError forbidden above the mandate; not found; conflict before it is checked, and for an account that was not confirmed
 */
export function approveReceived(ctx: CompanyContext, input: { receivedId: string; isAccountConfirmed: boolean }): void {
  requireRight(ctx, 'payables.approve')
  transact(ctx.db, (tx) => {
    const before = loadReceived(tx, ctx, input.receivedId)
    requireMandate(tx, ctx, 'payables', { amountCents: before.grossCents, currency: before.currency })
    const isAccountUnconfirmed = !input.isAccountConfirmed && changedAccountOf(tx, before) !== null
    const set = { approvedBy: ctx.actor.id, approvedAt: ctx.now }
    changeReceived(tx, ctx, before, 'approve', set, { isAccountUnconfirmed })
  })
}

/**
 * Takes an approval back, so that the invoice can be checked again.
 * @throws AppError forbidden above the mandate; not found; conflict once something is paid
 */
export function reopenReceived(ctx: CompanyContext, input: { receivedId: string }): void {
  requireRight(ctx, 'payables.approve')
  transact(ctx.db, (tx) => {
    const before = loadReceived(tx, ctx, input.receivedId)
    requireMandate(tx, ctx, 'payables', { amountCents: before.grossCents, currency: before.currency })
    changeReceived(tx, ctx, before, 'reopen', { approvedBy: null, approvedAt: null })
  })
}
