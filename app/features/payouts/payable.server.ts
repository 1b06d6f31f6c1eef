import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { ledgerAccounts } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { payoutSources } from '#db/vocabulary/escrow.ts'
import { maxPayments, type PayoutObstacle, payoutObstacle } from './payout.ts'

const row = {
  ...columns(ledgerAccounts, 'id', 'currency'),
  source: oneOf(payoutSources, ledgerAccounts.kind),
  companyId: companies.id,
  ...columns(companies, 'name', 'iban', 'bic'),
  cents: integer,
  waits: boolean,
  inRun: boolean,
  cameBack: boolean,
}
const selected = `SELECT a.id, a.kind AS source, a.currency, k.id AS companyId, k.name, k.iban, k.bic, -b.balance_cents AS cents,
    EXISTS (SELECT 1 FROM bank_account_changes c WHERE c.company_id = k.id AND c.cancelled_at IS NULL AND c.payouts_from > :now) AS waits,
    EXISTS (SELECT 1 FROM payouts p WHERE p.company_id = k.id AND p.source = a.kind AND p.currency = a.currency AND p.status = 'prepared') AS inRun,
    coalesce((SELECT p.status = 'returned' AND p.iban IS k.iban FROM payouts p WHERE p.company_id = k.id AND p.status <> 'discarded'
      ORDER BY p.id DESC LIMIT 1), 0) AS cameBack
  FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id CROSS JOIN companies k ON k.id = a.owner_id`
const payable = sql(
  { params: { now: integer }, row },
  `${selected} WHERE a.kind IN ('provider_payable', 'client_funds') AND b.balance_cents < 0
   ORDER BY a.kind DESC, k.name, a.id LIMIT ${maxPayments}`,
)
const one = sql({ params: { now: integer, id: ledgerAccounts.id }, row }, `${selected} WHERE a.id = :id`)

/** A balance of a company above zero, with why it cannot be paid out now; `cameBack` if the last payment to its account did. */
export type Payable = RowOf<typeof payable> & { obstacle: PayoutObstacle | null }

const withObstacle = (found: RowOf<typeof payable>): Payable => ({ ...found, obstacle: payoutObstacle(found) })

/** What could be paid out: released money first, then free balances; empty for users who are not admins. */
export function listPayable(ctx: UserContext): Payable[] {
  if (!isAdmin(ctx.actor.role)) return []
  return payable.all(ctx.db, { now: ctx.now }).map(withObstacle)
}

/** One balance, by the id of its account in the ledger. Checks no right. */
export function payableOf(db: Database | Transaction, now: number, id: string): Payable | null {
  const found = one.first(db, { now, id })
  return found && withObstacle(found)
}
