import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import type { FinancialVat } from '#db/vocabulary/finance.ts'
import type { ChartPlace } from './chart.ts'
import { listSplits, loadTransaction, saveSplits, type TransactionRow } from './load-transaction.server.ts'
import { paymentOfRow } from './received-payments.server.ts'
import { splitsOf } from './splits.ts'

/** What many drafts at once are for: each of them wholly. */
export type Purpose = ChartPlace & { projectId: string | null; vat: FinancialVat }

type Input = { transactionIds: readonly string[]; purpose: Purpose | null; post: boolean }

/**
 * Says what drafts are for, and posts them, as it was asked. What is posted already, and a draft that belongs to an invoice or that nobody has
 * said the purpose of, is left as it is. Returns how many were changed and how many posted.
 * @throws AppError forbidden; not found for a row of another company; invalid for another's category or project
 */
export function settleDrafts(ctx: CompanyContext, input: Input): { categorised: number; posted: number } {
  requireRight(ctx, 'financials.record')
  if (input.post) requireRight(ctx, 'financials.post')
  return transact(ctx.db, (tx) => {
    const done = { categorised: 0, posted: 0 }
    for (const id of new Set(input.transactionIds)) {
      const draft = loadTransaction(tx, ctx, id)
      if (draft.status !== 'draft') continue
      const isOfInvoice = draft.invoiceId !== null || paymentOfRow(tx, id) !== undefined
      if (input.purpose && !isOfInvoice) {
        categorise(tx, ctx, draft, input.purpose)
        done.categorised += 1
      }
      if (input.post && (isOfInvoice || listSplits(tx, id).length > 0)) {
        postDraft(tx, ctx, draft)
        done.posted += 1
      }
    }
    return done
  })
}

function categorise(tx: Transaction, ctx: CompanyContext, draft: TransactionRow, purpose: Purpose): void {
  const answer = splitsOf(draft.amountCents, draft.day, [{ ...purpose, amountCents: null, vatCents: null }])
  if ('refused' in answer) throw invalid(`finance:refused.${answer.refused}`)
  const before = listSplits(tx, draft.id)
  saveSplits(tx, ctx, draft.id, answer.splits)
  const own = eq(financialTransactions.id, draft.id)
  tx.update(financialTransactions).set({ ruleId: null, updatedAt: ctx.now }).where(own).run()
  appendAudit(tx, ctx, {
    action: 'financial_transaction.categorise',
    subject: { type: 'financial_transaction', id: draft.id },
    ...{ before, after: answer.splits },
  })
}

/** Posts a draft of which it is known what it is for. */
export function postDraft(tx: Transaction, ctx: CompanyContext, draft: TransactionRow): void {
  const set = { status: 'posted' as const, postedBy: ctx.actor?.id ?? null, postedAt: ctx.now, updatedAt: ctx.now }
  const after = tx
    .update(financialTransactions)
    .set(set)
    .where(eq(financialTransactions.id, draft.id))
    .returning()
    .get()
  appendAudit(tx, ctx, {
    action: 'financial_transaction.post',
    subject: { type: 'financial_transaction', id: draft.id },
    ...{ before: draft, after },
  })
}
