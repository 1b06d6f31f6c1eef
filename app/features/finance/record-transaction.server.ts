import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { listSplits, loadAccount, loadDraft, saveSplits } from './load-transaction.server.ts'
import { unmatchReceived } from './received-payments.server.ts'
import { type AskedSplit, type Split, splitsOf } from './splits.ts'

export type TransactionInput = {
  accountId: string
  day: string
  /** Above zero for what came in. */
  amountCents: number
  counterparty: string
  text: string
  reference: string
  /** None while nobody has said what it is for. */
  splits: readonly AskedSplit[]
}

type Sent = TransactionInput & { submissionId?: string | undefined }

function splitsOfInput({ amountCents, day, splits }: TransactionInput): Split[] {
  const answer = splitsOf(amountCents, day, splits)
  if ('refused' in answer) throw invalid(`finance:refused.${answer.refused}`, { field: 'splits' })
  return answer.splits
}

function requireDay(ctx: CompanyContext, day: string, openingOn: string): void {
  if (day > businessDay(ctx.now)) throw invalid('finance:refused.inFuture', { field: 'day' })
  if (day < openingOn) throw invalid('finance:refused.beforeOpening', { field: 'day' })
}

/**
 * Enters a row as a draft.
 * @throws AppError forbidden; invalid for another's account, a day to come or before the account's opening, or parts that do not add up
 */
export function recordTransaction(ctx: CompanyContext, input: Sent): { id: string } {
  requireRight(ctx, 'financials.record')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordTransaction', input }, () => {
      const { accountId, day, amountCents, counterparty, text, reference } = input
      const account = loadAccount(tx, ctx, accountId)
      requireDay(ctx, day, account.openingOn)
      const splits = splitsOfInput(input)
      const id = newId()
      const by = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now }
      const what = { accountId, currency: account.currency, day, amountCents, counterparty, text, reference }
      const row = { id, companyId: ctx.company.id, status: 'draft' as const, source: 'manual' as const, ...what, ...by }
      tx.insert(financialTransactions).values(row).run()
      saveSplits(tx, ctx, id, splits)
      const subject = { type: 'financial_transaction', id }
      appendAudit(tx, ctx, { action: 'financial_transaction.record', subject, after: { ...row, splits } })
      return { id }
    }),
  )
}

/**
 * Changes a draft; of one from a bank statement only what it is for.
 * @throws AppError as `recordTransaction`; not found; conflict once it is posted, or changed by somebody else since the form was opened
 */
export function updateTransaction(
  ctx: CompanyContext,
  input: Sent & { transactionId: string; expectedVersion?: number | undefined },
): { id: string } {
  requireRight(ctx, 'financials.record')
  return transact(ctx.db, (tx) => {
    const before = loadDraft(tx, ctx, input.transactionId)
    requireUnchanged(before.updatedAt, input.expectedVersion)
    const of = before.source === 'manual' ? input : { ...input, ...before }
    const account = loadAccount(tx, ctx, of.accountId)
    requireDay(ctx, of.day, account.openingOn)
    const splits = splitsOfInput({ ...of, splits: input.splits })
    const { accountId, day, amountCents, counterparty, text, reference } = of
    const what = { accountId, currency: account.currency, day, amountCents, counterparty, text, reference }
    const own = eq(financialTransactions.id, before.id)
    const was = listSplits(tx, before.id)
    unmatchReceived(tx, ctx, before.id)
    const after = tx
      .update(financialTransactions)
      .set({ ...what, invoiceId: null, ruleId: null, updatedAt: ctx.now })
      .where(own)
      .returning()
      .get()
    saveSplits(tx, ctx, before.id, splits)
    appendAudit(tx, ctx, {
      action: 'financial_transaction.update',
      subject: { type: 'financial_transaction', id: before.id },
      ...{ before: { ...before, splits: was }, after: { ...after, splits } },
    })
    return { id: before.id }
  })
}

/**
 * Deletes a draft that somebody entered. A row of a bank statement stays: the bank says that it happened.
 * @throws AppError forbidden; not found; conflict once it is posted, or for a row of a statement
 */
export function deleteDraft(ctx: CompanyContext, input: { transactionId: string }): void {
  requireRight(ctx, 'financials.record')
  transact(ctx.db, (tx) => {
    const before = loadDraft(tx, ctx, input.transactionId)
    if (before.source !== 'manual') throw conflict('finance:refused.fromBank')
    const was = listSplits(tx, before.id)
    unmatchReceived(tx, ctx, before.id)
    saveSplits(tx, ctx, before.id, [])
    tx.delete(financialTransactions).where(eq(financialTransactions.id, before.id)).run()
    appendAudit(tx, ctx, {
      action: 'financial_transaction.delete',
      subject: { type: 'financial_transaction', id: before.id },
      before: { ...before, splits: was },
    })
  })
}
