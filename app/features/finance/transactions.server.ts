import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { boolean, columns, integer, list, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bookingRules, financialAccounts, financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { receivedInvoicePayments } from '#db/schema/invoices/received-invoices.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { moneyDirections } from '#db/vocabulary/finance.ts'
import { parseChartValue } from './chart.ts'
import { type TransactionFilter, type TransactionKey, transactionStates } from './transaction-filter.ts'
import { isUnproven } from './unproven.server.ts'

export const transactionsPerPage = 50
/** As many rows as an export holds. */
export const maxExported = 20_000

const filters = {
  company: companies.id,
  account: nullable(text),
  state: nullable(oneOf(transactionStates)),
  direction: nullable(oneOf(moneyDirections)),
  category: nullable(text),
  ownCategory: nullable(text),
  project: nullable(text),
  fromDay: nullable(text),
  toDay: nullable(text),
  unproven: boolean,
  like: nullable(text),
}

const where = `t.company_id = :company AND (:account IS NULL OR t.account_id = :account)
  AND (:state IS NULL OR (t.status = iif(:state = 'posted', 'posted', 'draft')
    AND (:state <> 'open' OR (t.invoice_id IS NULL AND NOT EXISTS (SELECT 1 FROM financial_splits s WHERE s.transaction_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM received_invoice_payments q WHERE q.transaction_id = t.id)))))
  AND (:direction IS NULL OR (t.amount_cents > 0) = (:direction = 'in'))
  AND (:fromDay IS NULL OR t.day >= :fromDay) AND (:toDay IS NULL OR t.day <= :toDay)
  AND ((:category IS NULL AND :project IS NULL) OR EXISTS (SELECT 1 FROM financial_splits s WHERE s.transaction_id = t.id
    AND (:category IS NULL OR (s.category = :category AND (:ownCategory IS NULL OR s.own_category_id = :ownCategory)))
    AND (:project IS NULL OR s.project_id = :project)))
  AND (NOT :unproven OR (${isUnproven}))
  AND (:like IS NULL OR t.counterparty LIKE :like ESCAPE '!' OR t.text LIKE :like ESCAPE '!' OR t.reference LIKE :like ESCAPE '!')`

const row = {
  ...columns(financialTransactions, 'id', 'accountId', 'status', 'source', 'day', 'amountCents', 'currency'),
  ...columns(financialTransactions, 'counterparty', 'text', 'reference', 'invoiceId', 'reversesId', 'updatedAt'),
  ...columns(financialTransactions, 'counterpartyIban', 'ruleId'),
  /** The rule that said what it is for. */
  ruleName: nullable(bookingRules.name),
  accountName: financialAccounts.name,
  reversedById: nullable(financialTransactions.id),
  /** The received invoice that it pays. */
  receivedInvoiceId: nullable(receivedInvoicePayments.receivedInvoiceId),
}
const selected = `t.id, t.account_id AS accountId, t.status, t.source, t.day, t.amount_cents AS amountCents, t.currency, t.counterparty, t.text,
  t.reference, t.invoice_id AS invoiceId, t.reverses_id AS reversesId, t.updated_at AS updatedAt, t.counterparty_iban AS counterpartyIban, t.rule_id AS ruleId,
  (SELECT b.name FROM booking_rules b WHERE b.id = t.rule_id) AS ruleName, a.name AS accountName,
  (SELECT r.id FROM financial_transactions r WHERE r.reverses_id = t.id) AS reversedById,
  (SELECT q.received_invoice_id FROM received_invoice_payments q WHERE q.transaction_id = t.id LIMIT 1) AS receivedInvoiceId`

const listed = sql(
  { params: { ...filters, day: nullable(text), id: nullable(text), limit: integer }, row },
  `SELECT ${selected} FROM financial_transactions t INDEXED BY financial_transactions_company JOIN financial_accounts a ON a.id = t.account_id
   WHERE ${where} AND (:day IS NULL OR (t.day, t.id) < (:day, :id)) ORDER BY t.day DESC, t.id DESC LIMIT :limit`,
)

const sums = sql(
  {
    params: filters,
    row: { ...columns(financialTransactions, 'currency'), count: integer, inCents: integer, outCents: integer },
  },
  `SELECT t.currency, count(*) AS count, coalesce(sum(t.amount_cents) FILTER (WHERE t.amount_cents > 0), 0) AS inCents,
          coalesce(sum(t.amount_cents) FILTER (WHERE t.amount_cents < 0), 0) AS outCents
   FROM financial_transactions t INDEXED BY financial_transactions_company WHERE ${where} GROUP BY t.currency ORDER BY t.currency`,
)

const splitsOfRows = sql(
  {
    params: { ids: list(financialTransactions.id) },
    row: {
      ...columns(financialSplits, 'transactionId', 'category', 'ownCategoryId', 'projectId', 'amountCents'),
      ...columns(financialSplits, 'vat', 'vatRateBp', 'vatCents'),
    },
  },
  `SELECT s.transaction_id AS transactionId, s.category, s.own_category_id AS ownCategoryId, s.project_id AS projectId, s.amount_cents AS amountCents,
          s.vat, s.vat_rate_bp AS vatRateBp, s.vat_cents AS vatCents
   FROM json_each(:ids) asked CROSS JOIN financial_splits s INDEXED BY financial_splits_position ON s.transaction_id = asked.value
   ORDER BY asked.key, s.position`,
)

const one = sql(
  { params: { company: companies.id, id: financialTransactions.id }, row },
  `SELECT ${selected} FROM financial_transactions t JOIN financial_accounts a ON a.id = t.account_id
   WHERE t.id = :id AND t.company_id = :company`,
)

type Row = RowOf<typeof listed>
export type ShownSplit = Omit<RowOf<typeof splitsOfRows>, 'transactionId'>
export type Transaction = Row & { splits: ShownSplit[] }
export type TransactionSum = RowOf<typeof sums>

function bound(ctx: CompanyContext, filter: TransactionFilter) {
  const place = filter.category ? parseChartValue(filter.category) : null
  return {
    company: companyInScope(ctx, 'financials.read'),
    account: filter.accountId,
    state: filter.state,
    direction: filter.direction,
    category: place?.category ?? null,
    ownCategory: place?.ownCategoryId ?? null,
    project: filter.projectId,
    fromDay: filter.from,
    toDay: filter.to,
    unproven: filter.receipt === 'missing',
    like: filter.q ? `%${filter.q.replace(/[!%_]/g, '!$&')}%` : null,
  }
}

/** The parts of rows of the caller's company, by row. */
export function listSplitsOf(ctx: CompanyContext, ids: readonly string[]): Map<string, ShownSplit[]> {
  const byRow = new Map<string, ShownSplit[]>(ids.map((id) => [id, []]))
  for (const { transactionId, ...split } of splitsOfRows.all(ctx.db, { ids })) byRow.get(transactionId)?.push(split)
  return byRow
}

function withSplits(ctx: CompanyContext, rows: readonly Row[]): Transaction[] {
  const splits = listSplitsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((each) => ({ ...each, splits: splits.get(each.id) ?? [] }))
}

/** A page of the company's rows, newest first, the sums of all that the filter leaves, by currency, and the key of the next page. */
export function listTransactions(ctx: CompanyContext, filter: TransactionFilter, limit = transactionsPerPage) {
  const asked = bound(ctx, filter)
  const { after } = filter
  const found = listed.all(ctx.db, { ...asked, day: after?.day ?? null, id: after?.id ?? null, limit: limit + 1 })
  const rows = withSplits(ctx, found.slice(0, limit))
  const last = rows.at(-1)
  const next: TransactionKey | null = found.length > limit && last ? { day: last.day, id: last.id } : null
  return { rows, next, sums: sums.all(ctx.db, asked) }
}

/** One row of the company with its parts, or null. */
export function getTransaction(ctx: CompanyContext, id: string): Transaction | null {
  const found = one.first(ctx.db, { company: companyInScope(ctx, 'financials.read'), id })
  return found ? (withSplits(ctx, [found])[0] ?? null) : null
}
