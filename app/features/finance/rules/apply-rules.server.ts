import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import {
  listSplits,
  loadTransaction,
  saveSplits,
  type TransactionRow,
} from '#app/features/finance/load-transaction.server.ts'
import { paymentOfRow } from '#app/features/finance/received-payments.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { fitsRule, splitsByRule } from './booking-rule.ts'
import { listRules, rulesInUse } from './rules.server.ts'

/** A row and a rule as somebody has seen them: by when each was last changed. */
export type RulePick = { transactionId: string; rowVersion: number; ruleId: string; ruleVersion: number }

/**
 * Says what drafts are for, each by the rule that was shown for it. A row is left as it is, and counted, where it or its rule is no longer what
 * was shown, or where it is posted, belongs to an invoice, or has got its purpose from a person.
 * @throws AppError forbidden; not found for a row of another company
 */
export function applyRules(ctx: CompanyContext, picks: readonly RulePick[]): { categorized: number; left: number } {
  requireRight(ctx, 'financials.record')
  return transact(ctx.db, (tx) => {
    const rules = new Map(rulesInUse(listRules(ctx, tx)).map((rule) => [rule.id, rule]))
    const done = { categorized: 0, left: 0 }
    for (const { transactionId, rowVersion, ruleId, ruleVersion } of picks) {
      const row = loadTransaction(tx, ctx, transactionId)
      const rule = rules.get(ruleId)
      const isAsShown = row.updatedAt === rowVersion && rule?.updatedAt === ruleVersion
      const splits =
        rule && isAsShown && isOpen(tx, row, ruleId) && fitsRule(rule, row) ? splitsByRule(rule.parts, row) : null
      if (!splits) {
        done.left += 1
        continue
      }
      const before = listSplits(tx, row.id)
      saveSplits(tx, ctx, row.id, splits)
      const own = eq(financialTransactions.id, row.id)
      tx.update(financialTransactions).set({ ruleId, updatedAt: ctx.now }).where(own).run()
      appendAudit(tx, ctx, {
        action: 'financial_transaction.categorise',
        subject: { type: 'financial_transaction', id: row.id },
        ...{ before, after: splits, detail: { ruleId } },
      })
      done.categorized += 1
    }
    return done
  })
}

/** A draft that has no purpose yet, or the one that this rule gave it. */
function isOpen(tx: Transaction, row: TransactionRow, ruleId: string): boolean {
  if (row.status !== 'draft' || row.invoiceId !== null || paymentOfRow(tx, row.id) !== undefined) return false
  return row.ruleId === null ? listSplits(tx, row.id).length === 0 : row.ruleId === ruleId
}
