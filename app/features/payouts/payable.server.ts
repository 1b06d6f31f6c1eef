import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { isIban } from '#app/platform/iban.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { ledgerAccounts } from '#db/schema/escrow.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { payoutSources } from '#db/vocabulary/escrow.ts'
import { maxPayments, type PayoutObstacle, payoutObstacle } from './payout.ts'

/** Whether the last payment to a company came back from the account that it has still. */
const lastCameBack = `coalesce((SELECT p.status = 'returned' AND p.iban IS k.iban FROM payouts p WHERE p.company_id = k.id AND p.status <> 'discarded'
      ORDER BY p.id DESC LIMIT 1), 0)`

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
    ${lastCameBack} AS cameBack
  FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id CROSS JOIN companies k ON k.id = a.owner_id`
const payable = sql(
  { params: { now: integer }, row },
  `${selected} WHERE a.kind IN ('provider_payable', 'client_funds') AND b.balance_cents < 0
   ORDER BY a.kind DESC, k.name, a.id LIMIT ${maxPayments}`,
)
const one = sql({ params: { now: integer, id: ledgerAccounts.id }, row }, `${selected} WHERE a.id = :id`)

const suspenseRow = {
  ...columns(ledgerAccounts, 'id', 'currency'),
  transferId: bankTransfers.id,
  name: bankTransfers.payerName,
  iban: nullable(bankTransfers.payerIban),
  cents: integer,
  isReversing: boolean,
  inRun: boolean,
  cameBack: boolean,
}
const suspenseSelected = `SELECT a.id, a.currency, t.id AS transferId, t.payer_name AS name, t.payer_iban AS iban, -b.balance_cents AS cents,
    EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'proposed') AS isReversing,
    EXISTS (SELECT 1 FROM payouts p WHERE p.transfer_id = t.id AND p.status = 'prepared') AS inRun,
    EXISTS (SELECT 1 FROM payouts p WHERE p.transfer_id = t.id AND p.status = 'returned') AS cameBack
  FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id CROSS JOIN bank_transfers t ON t.id = a.owner_id
  WHERE a.kind = 'suspense'`
const returnable = sql(
  { params: { limit: integer }, row: suspenseRow },
  `${suspenseSelected} AND b.balance_cents < 0 ORDER BY t.id LIMIT :limit`,
)
const oneReturnable = sql(
  { params: { id: ledgerAccounts.id }, row: suspenseRow },
  `${suspenseSelected} AND a.id = :id AND b.balance_cents < 0`,
)

/**
 * A balance of a company above zero, or a payment in suspense that can go back to its payer, with why it cannot be paid out now; `cameBack` if the last
 * payment to its account did.
 */
export type Payable = Pick<RowOf<typeof payable>, 'id' | 'currency' | 'source' | 'name' | 'iban' | 'bic' | 'cents'> & {
  companyId: string | null
  transferId: string | null
  cameBack: boolean
  obstacle: PayoutObstacle | null
}

const ofCompany = (found: RowOf<typeof payable>): Payable => ({
  ...found,
  transferId: null,
  obstacle: payoutObstacle({ ...found, isReversing: false }),
})

/** The account is the one that the bank names: no other could be known to be the payer's. */
const ofPayer = (found: RowOf<typeof returnable>): Payable => {
  const iban = isIban(found.iban ?? '') ? found.iban : null
  const to = { source: 'suspense' as const, companyId: null, bic: null, iban }
  const obstacle = payoutObstacle({ ...found, iban, waits: false })
  return { ...found, ...to, obstacle: obstacle === 'noAccount' ? 'noPayerAccount' : obstacle }
}

/** What could be paid out: released money first, then free balances, then payments that belong to nothing; empty for users who are not admins. */
export function listPayable(ctx: UserContext): Payable[] {
  if (!isAdmin(ctx.actor.role)) return []
  const balances = payable.all(ctx.db, { now: ctx.now }).map(ofCompany)
  return [...balances, ...returnable.all(ctx.db, { limit: maxPayments - balances.length }).map(ofPayer)]
}

const unpaid = sql(
  {
    params: { company: companies.id },
    row: { source: oneOf(payoutSources, ledgerAccounts.kind), iban: nullable(companies.iban), cameBack: boolean },
  },
  `SELECT a.kind AS source, k.iban, ${lastCameBack} AS cameBack
   FROM companies k CROSS JOIN ledger_accounts a ON a.owner_id = k.id CROSS JOIN ledger_balances b ON b.account_id = a.id
   WHERE k.id = :company AND a.kind IN ('provider_payable', 'client_funds') AND b.balance_cents < 0
   ORDER BY a.kind DESC LIMIT 1`,
)

/**
 * What keeps money of the actor's company from being paid out that the company can change: it has entered no bank account for what was released to
 * it, or the last payment to the one that it has came back. A free balance alone asks for no account: it can fund the next milestone. Checks no right.
 */
export function accountToMend(
  ctx: CompanyContext,
): { kind: 'enterAccount' | 'checkAccount'; iban: string | null } | null {
  const found = unpaid.first(ctx.db, { company: ctx.company.id })
  if (!found) return null
  const { source, iban, cameBack } = found
  if (iban) return cameBack ? { kind: 'checkAccount', iban } : null
  return source === 'provider_payable' ? { kind: 'enterAccount', iban } : null
}

/** One balance or payment in suspense, by the id of its account in the ledger. Checks no right. */
export function payableOf(db: Database | Transaction, now: number, id: string): Payable | null {
  const balance = one.first(db, { now, id })
  if (balance) return ofCompany(balance)
  const payment = oneReturnable.first(db, { id })
  return payment && ofPayer(payment)
}
