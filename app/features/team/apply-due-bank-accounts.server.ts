// verb-rule: a scheduled job; whoever entered the account had the right to
import type { Context } from '#app/features/accounts/context.ts'
import { logger } from '#app/platform/logger.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { bankAccountChanges } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { applyDueBankAccount } from './bank-account.server.ts'

const due = sql(
  { params: { now: integer }, row: columns(bankAccountChanges, 'companyId') },
  `SELECT company_id AS companyId FROM bank_account_changes
   WHERE applied_at IS NULL AND cancelled_at IS NULL AND effective_at <= :now ORDER BY effective_at LIMIT 200`,
)
/** Makes every bank account whose time has come its company's, each in its own transaction. Returns their number. */
export function applyDueBankAccounts(ctx: Context): number {
  let applied = 0
  for (const { companyId } of due.all(ctx.db, { now: ctx.now })) {
    try {
      if (transact(ctx.db, (tx) => applyDueBankAccount(tx, ctx, companyId))) applied += 1
    } catch (error) {
      logger.error({ err: error, company: companyId }, 'a bank account could not be brought into force')
    }
  }
  return applied
}
