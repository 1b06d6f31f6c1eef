import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns, integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerPostings } from '#db/schema/escrow.ts'
import { financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { FinancialCategory } from '#db/vocabulary/finance.ts'
import { buyerDeducts, shareInSql as share, undeductedOwnTax } from './buyer-deducts.ts'
import { listReceivedEntries } from './received-entries.server.ts'

/** What came in (above zero) or went out for one purpose in one month (YYYY-MM), and the VAT in it; of an expense, what of it is deducted. */
export type Entry = {
  month: string
  projectId: string | null
  category: FinancialCategory
  ownCategoryId: string | null
  currency: Currency
  grossCents: number
  vatCents: number
}

const range = { company: companies.id, fromDay: text, toDay: text }
const sums = { grossCents: integer, vatCents: integer }

/** The same as an expense: nothing where the buyer does not deduct VAT, which is then part of what it paid. */
const deducted = (vat: string, company: string) => `iif(${buyerDeducts(company, 'c.project_id')}, ${vat}, 0)`

const own = sql(
  {
    params: range,
    row: {
      month: text,
      ...columns(financialSplits, 'projectId', 'category', 'ownCategoryId'),
      currency: financialTransactions.currency,
      ...sums,
    },
  },
  `SELECT substr(t.day, 1, 7) AS month, s.project_id AS projectId, s.category, s.own_category_id AS ownCategoryId, t.currency,
          sum(s.amount_cents) AS grossCents, coalesce(sum(s.vat_cents) FILTER (WHERE s.vat IN ('standard', 'reduced', 'low')), 0) AS vatCents
   FROM financial_transactions t INDEXED BY financial_transactions_company
   CROSS JOIN financial_splits s INDEXED BY financial_splits_position ON s.transaction_id = t.id
   WHERE t.company_id = :company AND t.day BETWEEN :fromDay AND :toDay AND t.status = 'posted' AND t.invoice_id IS NULL
   GROUP BY 1, 2, 3, 4, 5`,
)

const ofInvoice = {
  month: text,
  projectId: nullable(contracts.projectId),
  side: oneOf(['issued', 'received', 'fees']),
  ...sums,
}

/** The side of an invoice that a company received: what the platform invoiced for its own services (ESC-17, PLAN-5) is no subcontractor's work. */
const receivedSide = `iif(EXISTS (SELECT 1 FROM platform_fees f WHERE f.invoice_id = i.id)
    OR EXISTS (SELECT 1 FROM subscription_orders o WHERE o.invoice_id = i.id), 'fees', 'received')`

/** The tax that the buyer of an invoice without VAT owes itself and does not deduct, which is part of what it costs. */
const ownTaxOf = (amount: string, company: string) =>
  undeductedOwnTax(amount, {
    isReverse: `i.vat_cents = 0 AND EXISTS (SELECT 1 FROM invoice_lines l WHERE l.invoice_id = i.id AND l.vat_category IN ('AE', 'K'))`,
    ...{ day: 'i.delivery_date', company },
  })

const matchedVat = share('t.amount_cents', 'i.vat_cents', 'i.gross_cents')

const matched = sql(
  { params: range, row: { ...ofInvoice, currency: financialTransactions.currency } },
  `SELECT substr(t.day, 1, 7) AS month, c.project_id AS projectId, iif(i.company_id = t.company_id, 'issued', ${receivedSide}) AS side, t.currency,
          sum(t.amount_cents + iif(i.company_id = t.company_id, 0, ${ownTaxOf('t.amount_cents', 't.company_id')})) AS grossCents,
          sum(iif(i.company_id = t.company_id, ${matchedVat}, ${deducted(matchedVat, 't.company_id')})) AS vatCents
   FROM financial_transactions t INDEXED BY financial_transactions_company
   JOIN invoices i ON i.id = t.invoice_id LEFT JOIN contracts c ON c.id = i.contract_id
   WHERE t.company_id = :company AND t.day BETWEEN :fromDay AND :toDay AND t.status = 'posted'
   GROUP BY 1, 2, 3, 4`,
)

/** Payments that a row of a statement can be of. Escrow's are counted by the ledger, and `moved` ones moved no money. */
const outside = `('manual', 'bank_transfer', 'refund')`

/**
 * The payments that were recorded on invoices outside escrow, but for those that a posted row was matched with: of several of the same amount,
 * as many as there are such rows.
 */
function paymentsOf(side: 'issued' | 'received') {
  const { company, index, sources, sign } = {
    issued: { company: 'company_id', index: 'invoices_company', sources: `('set_off', 'fee')`, sign: 1 },
    received: { company: 'buyer_company_id', index: 'invoices_buyer', sources: `('set_off')`, sign: -1 },
  }[side]
  const vat = share('p.amount_cents', 'i.vat_cents', 'i.gross_cents')
  const ownTax = side === 'issued' ? '0' : ownTaxOf('p.amount_cents', ':company')
  return sql(
    { params: range, row: { ...ofInvoice, currency: invoices.currency } },
    `SELECT substr(p.paid_on, 1, 7) AS month, c.project_id AS projectId, ${side === 'issued' ? `'issued'` : receivedSide} AS side, i.currency, ${sign} * sum(p.amount_cents + ${ownTax}) AS grossCents,
            ${sign} * sum(${side === 'issued' ? vat : deducted(vat, ':company')}) AS vatCents
     FROM invoices i INDEXED BY ${index} CROSS JOIN invoice_payments p INDEXED BY invoice_payments_invoice ON p.invoice_id = i.id
     LEFT JOIN contracts c ON c.id = i.contract_id
     WHERE i.${company} = :company AND p.paid_on BETWEEN :fromDay AND :toDay AND (p.source IN ${sources} OR (p.source IN ${outside} AND
       (SELECT count(*) FROM invoice_payments q WHERE q.invoice_id = i.id AND q.amount_cents = p.amount_cents AND q.source IN ${outside} AND q.id <= p.id)
       > (SELECT count(*) FROM financial_transactions t INDEXED BY financial_transactions_invoice WHERE t.invoice_id = i.id AND t.company_id = :company
          AND t.status = 'posted' AND t.source <> 'reversal' AND t.amount_cents = ${sign} * p.amount_cents
          AND NOT EXISTS (SELECT 1 FROM financial_transactions r WHERE r.reverses_id = t.id))))
     GROUP BY 1, 2, 3, 4`,
  )
}
const payments = { issued: paymentsOf('issued'), received: paymentsOf('received') }

/** What left escrow for the provider, with the platform's fee that was kept of it. The retention counts once it is released. */
function releasesOf(side: 'issued' | 'received') {
  const company = side === 'issued' ? 'provider_company_id' : 'client_company_id'
  const vat = share('gross', 'vat', 'whole')
  const ownTax = undeductedOwnTax('gross', {
    isReverse: `vat = 0 AND category IN ('AE', 'K')`,
    day: `date(at / 1000, 'unixepoch')`,
    company: ':company',
  })
  return sql(
    {
      params: { company: companies.id, fromAt: integer, toAt: integer },
      row: {
        ...columns(ledgerPostings, 'at', 'currency'),
        ...columns(contracts, 'projectId'),
        ...sums,
        feeCents: integer,
        feeVatCents: integer,
      },
    },
    `SELECT at, project_id AS projectId, currency, ${side === 'issued' ? 'gross' : `gross + ${ownTax}`} AS grossCents, ${side === 'issued' ? vat : deducted(vat, ':company')} AS vatCents, fee AS feeCents,
            iif(${buyerDeducts(':company', 'NULL')}, feeVat, 0) AS feeVatCents
     FROM (SELECT p.at, c.project_id, p.currency, -sum(e.amount_cents) AS gross, coalesce(m.vat_cents, c.vat_cents) AS vat,
                  coalesce(m.vat_category, (SELECT x.vat_category FROM contract_milestones x WHERE x.contract_id = c.id LIMIT 1)) AS category,
                  coalesce(m.amount_cents, c.gross_cents) AS whole, -coalesce(sum(e.amount_cents) FILTER (WHERE a.kind = 'platform_fee'), 0) AS fee,
                  coalesce(f.fee_cents - f.net_cents, 0) AS feeVat
           FROM contracts c CROSS JOIN ledger_postings p ON p.contract_id = c.id CROSS JOIN ledger_entries e ON e.posting_id = p.id
           CROSS JOIN ledger_accounts a ON a.id = e.account_id AND a.kind IN ('provider_payable', 'platform_fee')
           LEFT JOIN contract_milestones m ON m.id = p.milestone_id LEFT JOIN platform_fees f ON f.posting_id = p.id
           WHERE c.${company} = :company AND p.at >= :fromAt AND p.at < :toAt
             AND p.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution')
           GROUP BY p.id)
     c WHERE gross <> 0 AND whole > 0`,
  )
}
const releases = { issued: releasesOf('issued'), received: releasesOf('received') }

const categoryOf = { issued: 'sales', received: 'subcontractors', fees: 'platform_fees' } as const
const day = 86_400_000

/**
 * The company's income and expenses from one day to another, each counted once (FIN-7): the posted rows of its books, the payments of its invoices
 * in and out, of those of suppliers that were approved here, and what was released from escrow. A row that is matched with an invoice counts instead of the payment that was recorded on it.
 */
export function listEntries(ctx: CompanyContext, from: string, to: string): Entry[] {
  const asked = { company: companyInScope(ctx, 'financials.read'), fromDay: from, toDay: to }
  const sides = ['issued', 'received'] as const
  const invoiced = [matched.all(ctx.db, asked), ...sides.map((side) => payments[side].all(ctx.db, asked))].flat()
  return [
    ...own.all(ctx.db, asked),
    ...invoiced.map(({ side, ...sum }) => ({ ...sum, category: categoryOf[side], ownCategoryId: null })),
    ...listReceivedEntries(ctx, from, to),
    ...sides.flatMap((side) => listReleases(ctx, side, asked.company, from, to)),
  ]
}

function listReleases(
  ctx: CompanyContext,
  side: 'issued' | 'received',
  company: string,
  from: string,
  to: string,
): Entry[] {
  // The days are those of Helsinki, at most a day from those of UTC.
  const at = { fromAt: Date.parse(addDays(from, -1)), toAt: Date.parse(to) + 2 * day }
  const sign = side === 'issued' ? 1 : -1
  return releases[side].all(ctx.db, { company, ...at }).flatMap((release): Entry[] => {
    const on = businessDay(release.at)
    if (on < from || on > to) return []
    const { projectId, currency, feeCents, feeVatCents } = release
    const where = { month: on.slice(0, 7), projectId, ownCategoryId: null, currency }
    const of = { grossCents: sign * release.grossCents, vatCents: sign * release.vatCents }
    const fee = { category: 'platform_fees' as const, grossCents: -feeCents, vatCents: -feeVatCents }
    return [
      { ...where, category: categoryOf[side], ...of },
      ...(side === 'issued' && feeCents !== 0 ? [{ ...where, ...fee }] : []),
    ]
  })
}
