import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { percentageOf, shareOf, splitByWeights, sumCents } from '#app/platform/money.ts'
import { boolean, columns, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import {
  type ReceivedVat,
  receivedInvoiceParts,
  receivedInvoicePayments,
  receivedInvoices,
} from '#db/schema/invoices/received-invoices.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Entry } from './entries.server.ts'

/** Only Finnish VAT can be deducted here, and only by a company that deducts it. */
export const deductsVat = `(i.deducts_vat = 1 AND (i.supplier_country IN ('FI', 'AX') OR coalesce(i.supplier_vat_number, '') LIKE 'FI%'))`

const paid = sql(
  {
    params: { company: companies.id, fromDay: text, toDay: text },
    row: {
      ...columns(receivedInvoicePayments, 'id', 'amountCents', 'paidOn'),
      ...columns(receivedInvoices, 'kind', 'currency', 'vatCents', 'grossCents', 'vat', 'deductsVat', 'issueDate'),
      ...columns(receivedInvoiceParts, 'category', 'ownCategoryId', 'projectId', 'netCents'),
      deducts: boolean,
    },
  },
  `SELECT p.id, p.amount_cents AS amountCents, p.paid_on AS paidOn, i.kind, i.currency, i.vat_cents AS vatCents, i.gross_cents AS grossCents,
          i.vat, i.deducts_vat AS deductsVat, i.issue_date AS issueDate, x.category, x.own_category_id AS ownCategoryId, x.project_id AS projectId, x.net_cents AS netCents, ${deductsVat} AS deducts
   FROM received_invoices i INDEXED BY received_invoices_company
   CROSS JOIN received_invoice_payments p INDEXED BY received_invoice_payments_invoice ON p.received_invoice_id = i.id
   CROSS JOIN received_invoice_parts x INDEXED BY received_invoice_parts_position ON x.received_invoice_id = i.id
   WHERE i.company_id = :company AND i.status IN ('approved', 'paid') AND p.paid_on BETWEEN :fromDay AND :toDay
   ORDER BY p.id, x.position`,
)

const open = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(receivedInvoices, 'id', 'kind', 'currency', 'vatCents', 'grossCents', 'payableCents', 'paidCents'),
      ...columns(receivedInvoices, 'vat', 'deductsVat', 'issueDate'),
      ...columns(receivedInvoiceParts, 'category', 'ownCategoryId', 'projectId', 'netCents'),
      deducts: boolean,
    },
  },
  `SELECT i.id, i.kind, i.currency, i.vat_cents AS vatCents, i.gross_cents AS grossCents, i.payable_cents AS payableCents, i.paid_cents AS paidCents,
          i.vat, i.deducts_vat AS deductsVat, i.issue_date AS issueDate, x.category, x.own_category_id AS ownCategoryId, x.project_id AS projectId, x.net_cents AS netCents, ${deductsVat} AS deducts
   FROM received_invoices i INDEXED BY received_invoices_company
   CROSS JOIN received_invoice_parts x INDEXED BY received_invoice_parts_position ON x.received_invoice_id = i.id
   WHERE i.company_id = :company AND i.status = 'approved' AND i.payable_cents > i.paid_cents ORDER BY i.id, x.position`,
)

type PaidPart = RowOf<typeof paid>

/**
 * What was paid of invoices of suppliers, by what they are for: each payment is divided over the invoice's parts, to the cent (INV-30). VAT that is not deducted
 * is part of the expense, and so is the tax that the buyer owes instead of the supplier and does not deduct (Finnish VAT Act, sections 8 c, 9, 26 a, 102 and 114).
 */
export function listReceivedEntries(ctx: CompanyContext, fromDay: string, toDay: string): Entry[] {
  const rows = paid.all(ctx.db, { company: companyInScope(ctx, 'financials.read'), fromDay, toDay })
  return entriesById(rows)
}

/** What is still open of approved invoices of suppliers, by what they are for, as if it were paid at once; without a month. */
export function listOpenReceived(ctx: CompanyContext): Entry[] {
  const rows = open.all(ctx.db, { company: companyInScope(ctx, 'financials.read') })
  return entriesById(
    rows.map(({ payableCents, paidCents, ...row }) => ({ ...row, amountCents: payableCents - paidCents, paidOn: '' })),
  )
}

function entriesById(rows: readonly PaidPart[]): Entry[] {
  const byId = new Map<string, PaidPart[]>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  return [...byId.values()].flatMap(entriesOf)
}

/** The tax that the buyer owes on what an invoice charges without VAT, in cents: at the standard rate of the day, as in the VAT report (FIN-8). */
const ownTaxOn = ({ category, netCents }: ReceivedVat, day: string): number =>
  category === 'AE' || category === 'K' ? percentageOf(netCents, finnishVatRates(day)?.standard ?? 0) : 0

function entriesOf(parts: PaidPart[]): Entry[] {
  const [first] = parts
  if (!first) return []
  const { amountCents, paidOn, kind, currency, vatCents, grossCents, deducts } = first
  const sign = (amountCents < 0 ? -1 : 1) * (kind === 'invoice' ? -1 : 1)
  const signed = (cents = 0) => (cents === 0 ? 0 : sign * cents)
  const whole = Math.abs(amountCents)
  const weights = parts.map(({ netCents }) => netCents)
  const ownTaxCents = first.deductsVat ? 0 : sumCents(first.vat.map((part) => ownTaxOn(part, first.issueDate)))
  const gross = splitByWeights(whole + shareOf(ownTaxCents, whole, grossCents), weights)
  const vat = splitByWeights(deducts ? shareOf(vatCents, whole, grossCents) : 0, weights)
  return parts.map(({ category, ownCategoryId, projectId }, index) => ({
    month: paidOn.slice(0, 7),
    ...{ projectId, category, ownCategoryId, currency },
    grossCents: signed(gross[index]),
    vatCents: signed(vat[index]),
  }))
}
