import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

/** What the ledger holds for a company in one currency, in cents. */
export type CompanyBalance = {
  currency: Currency
  /** As a client: refunds, decisions and payments that fitted no milestone. It can fund a milestone. */
  freeCents: number
  /** As a provider: released, and not paid out yet. */
  payableCents: number
  /** Set aside for milestones of its contracts, as a client and as a provider. */
  heldAsClientCents: number
  heldAsProviderCents: number
  /** Kept back of releases in its contracts; no part of what is held for milestones. */
  retentionAsClientCents: number
  retentionAsProviderCents: number
}

const own = sql(
  {
    params: { company: companies.id },
    row: {
      kind: oneOf(['client_funds', 'provider_payable'], ledgerAccounts.kind),
      ...columns(ledgerAccounts, 'currency'),
      cents: integer,
    },
  },
  `SELECT a.kind, a.currency, -b.balance_cents AS cents FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
   WHERE a.kind IN ('client_funds', 'provider_payable') AND a.owner_id = :company`,
)

const held = sql(
  {
    params: { company: companies.id },
    row: {
      kind: oneOf(['escrow_held', 'retention_held'], ledgerAccounts.kind),
      ...columns(ledgerAccounts, 'currency'),
      isClient: integer,
      cents: integer,
    },
  },
  `SELECT a.kind, a.currency, c.isClient, -sum(b.balance_cents) AS cents FROM (
     SELECT id, 1 AS isClient FROM contracts INDEXED BY contracts_client_escrow
     WHERE client_company_id = :company AND payment_method = 'secure_escrow' AND activated_at IS NOT NULL
     UNION ALL
     SELECT id, 0 FROM contracts INDEXED BY contracts_provider_escrow
     WHERE provider_company_id = :company AND status <> 'draft' AND payment_method = 'secure_escrow' AND activated_at IS NOT NULL) c
   CROSS JOIN ledger_accounts a ON a.kind IN ('escrow_held', 'retention_held') AND a.owner_id = c.id
   CROSS JOIN ledger_balances b ON b.account_id = a.id GROUP BY a.kind, a.currency, c.isClient`,
)

/** The company's balances, one for each currency that it has ever had. */
export function getBalances(ctx: CompanyContext): CompanyBalance[] {
  const company = companyInScope(ctx, 'escrow.read')
  const byCurrency = new Map<Currency, CompanyBalance>()
  const of = (currency: Currency) => {
    const none = { freeCents: 0, payableCents: 0, heldAsClientCents: 0, heldAsProviderCents: 0 }
    const retained = { retentionAsClientCents: 0, retentionAsProviderCents: 0 }
    const balance = byCurrency.get(currency) ?? { currency, ...none, ...retained }
    byCurrency.set(currency, balance)
    return balance
  }
  for (const { kind, currency, cents } of own.all(ctx.db, { company })) {
    of(currency)[kind === 'client_funds' ? 'freeCents' : 'payableCents'] += cents
  }
  for (const { kind, currency, isClient, cents } of held.all(ctx.db, { company })) {
    const name = kind === 'escrow_held' ? ('held' as const) : ('retention' as const)
    of(currency)[`${name}As${isClient ? ('Client' as const) : ('Provider' as const)}Cents`] += cents
  }
  return [...byCurrency.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

const free = sql(
  { params: { company: companies.id, currency: ledgerAccounts.currency }, row: { cents: integer } },
  `SELECT -b.balance_cents AS cents FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
   WHERE a.kind = 'client_funds' AND a.owner_id = :company AND a.currency = :currency`,
)

/** A company's free balance, in cents. Checks no right. */
export const freeBalanceCents = (db: Database | Transaction, company: string, currency: Currency): number =>
  free.first(db, { company, currency })?.cents ?? 0

const moves = sql(
  {
    params: { company: companies.id, start: integer },
    row: {
      ...columns(ledgerEntries, 'id'),
      ...columns(ledgerPostings, 'kind', 'at', 'currency', 'contractId'),
      account: oneOf(['client_funds', 'provider_payable'], ledgerAccounts.kind),
      contractNumber: nullable(contracts.number),
      milestone: nullable(milestones.title),
      cents: integer,
    },
  },
  `SELECT x.transaction_id AS id, x.type AS kind, x.created_at AS at, x.currency, x.account, x.contract_id AS contractId,
          c.number AS contractNumber, m.title AS milestone, x.amount_cents AS cents
   FROM escrow_transactions x LEFT JOIN contracts c ON c.id = x.contract_id LEFT JOIN contract_milestones m ON m.id = x.milestone_id
   WHERE x.account IN ('client_funds', 'provider_payable') AND x.owner_id = :company
   ORDER BY x.transaction_id DESC LIMIT ${pageSize + 1} OFFSET :start`,
)

export type BalanceMove = RowOf<typeof moves>

/** What was added to the company's own balances and taken from them, newest first: one more than a page. */
export function listMoves(ctx: CompanyContext, page: number): BalanceMove[] {
  return moves.all(ctx.db, { company: companyInScope(ctx, 'escrow.read'), start: (page - 1) * pageSize })
}
