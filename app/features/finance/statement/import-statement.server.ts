import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadAccount } from '#app/features/finance/load-transaction.server.ts'
import { firstFit } from '#app/features/finance/rules/booking-rule.ts'
import { listRules, rulesInUse } from '#app/features/finance/rules/rules.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { list, required, text } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialAccounts, financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { sql } from '#db/sql.server.ts'
import { importKeys } from './import-keys.server.ts'
import type { StatementRow } from './read-statement.ts'

/** `known`: imported before; `outside`: before the account begins, or later than today. */
export type RowState = 'new' | 'known' | 'outside'

const known = sql(
  {
    params: { company: companies.id, account: financialAccounts.id, keys: list(text) },
    row: { key: required(financialTransactions.importKey) },
  },
  `SELECT t.import_key AS key FROM json_each(:keys) asked CROSS JOIN financial_transactions t INDEXED BY financial_transactions_import
     ON t.account_id = :account AND t.import_key = asked.value WHERE t.company_id = :company
   UNION SELECT asked.value FROM json_each(:keys) asked CROSS JOIN financial_transactions t
     ON t.id = substr(asked.value, 4) WHERE t.company_id = :company AND t.account_id = :account`,
)

function statesOf(
  db: Database | Transaction,
  company: string,
  account: { id: string; openingOn: string },
  today: string,
  rows: readonly StatementRow[],
): { key: string; state: RowState }[] {
  const keys = importKeys(rows)
  const before = new Set(known.all(db, { company, account: account.id, keys }).map(({ key }) => key))
  return rows.map(({ day }, index) => {
    const key = keys[index] ?? ''
    const isOutside = day < account.openingOn || day > today
    const state = before.has(key) ? 'known' : isOutside ? 'outside' : 'new'
    before.add(key)
    return { key, state }
  })
}

/** What an import of these rows would do with each. */
export const previewStatement = (
  ctx: CompanyContext,
  account: { id: string; openingOn: string },
  rows: readonly StatementRow[],
): RowState[] =>
  statesOf(ctx.db, companyInScope(ctx, 'financials.read'), account, businessDay(ctx.now), rows).map(
    ({ state }) => state,
  )

/**
 * Imports the rows of a bank statement as drafts. What was imported before, or lies outside the account's days, is left out. A row whose first
 * fitting rule categorizes (FIN-15) is for what that says; `ruled` counts them.
 * @throws AppError forbidden; invalid for another's account or one out of use
 */
export function importStatement(
  ctx: CompanyContext,
  input: { accountId: string; rows: readonly StatementRow[]; submissionId?: string | undefined },
): { added: number; known: number; outside: number; ruled: number } {
  requireRight(ctx, 'financials.record')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'importStatement', input }, () => {
      const { id: accountId, currency, openingOn } = loadAccount(tx, ctx, input.accountId)
      const states = statesOf(tx, ctx.company.id, { id: accountId, openingOn }, businessDay(ctx.now), input.rows)
      const rules = rulesInUse(listRules(ctx, tx))
      const done = { added: 0, known: 0, outside: 0, ruled: 0 }
      const by = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now }
      for (const [index, { archiveId: _, ...row }] of input.rows.entries()) {
        const { key: importKey, state } = states[index] ?? { key: '', state: 'outside' }
        done[state === 'new' ? 'added' : state] += 1
        if (state !== 'new') continue
        const fixed = { status: 'draft' as const, source: 'import' as const, importKey }
        const own = { id: newId(), companyId: ctx.company.id, accountId, currency }
        const fit = firstFit(rules, { ...row, currency })
        const ruled = fit?.rule.mode === 'categorize' ? fit : null
        tx.insert(financialTransactions)
          .values({ ...own, ...fixed, ...row, ...by, ruleId: ruled?.rule.id ?? null })
          .run()
        for (const [position, split] of (ruled?.splits ?? []).entries())
          tx.insert(financialSplits)
            .values({ id: newId(), transactionId: own.id, position, ...split })
            .run()
        if (ruled) done.ruled += 1
      }
      const subject = { type: 'financial_account', id: accountId }
      appendAudit(tx, ctx, { action: 'financial_account.import', subject, after: input.rows, detail: done })
      return done
    }),
  )
}
