import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { type RetentionDue, retentionDueOf } from '#app/features/escrow/invoiceable.server.ts'
import { openCents, overpaidCents, retentionDueCents } from '#app/features/invoicing/invoice.ts'
import { addDays, invoiceDay, overdueBefore } from '#app/features/invoicing/invoice-dates.ts'
import type { InvoiceDirection } from '#app/features/invoicing/invoice-filter.ts'
import { receivedIsOpen, receivedOpenCents } from '#app/features/invoicing/list-queries.server.ts'
import { columns, integer, nullable, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { openInvoiceTotals } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

const parties = {
  issued: { company: 'company_id', index: 'company', name: `json_extract(i.buyer, '$.name')` },
  received: { company: 'buyer_company_id', index: 'buyer', name: `json_extract(i.seller, '$.name')` },
} as const

/** The most rows of one kind that the page shows. */
const maxRows = 200

function itemsOf(direction: InvoiceDirection, kind: 'retained' | 'owed_back') {
  const { company, index, name } = parties[direction]
  const where = {
    retained: `i.retained_cents > 0 AND i.kind = 'invoice' AND i.status <> 'draft'`,
    owed_back: `i.kind = 'invoice' AND i.gross_cents < i.paid_cents + i.credited_cents`,
  }
  return sql(
    {
      params: { company: companies.id, limit: integer },
      row: {
        ...columns(invoices, 'id', 'currency', 'grossCents', 'paidCents', 'creditedCents', 'retainedCents'),
        ...columns(invoices, 'contractId'),
        number: required(invoices.number),
        partyName: text,
      },
    },
    `SELECT i.id, i.number, ${name} AS partyName, i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents,
            i.credited_cents AS creditedCents, i.retained_cents AS retainedCents, i.contract_id AS contractId
     FROM invoices i INDEXED BY invoices_${index}_${kind} WHERE i.${company} = :company AND ${where[kind]}
     ORDER BY i.id DESC LIMIT :limit`,
  )
}
const items = {
  retained: { issued: itemsOf('issued', 'retained'), received: itemsOf('received', 'retained') },
  owedBack: { issued: itemsOf('issued', 'owed_back'), received: itemsOf('received', 'owed_back') },
}

export type OpenItem = { id: string; number: string; partyName: string; currency: Currency; cents: number }
export type RetentionItem = OpenItem & { due: RetentionDue | null }

/** The retentions of the company's invoices, as seller (`issued`) or buyer: open items of their own, which are not due (INV-12). */
export function listRetentions(ctx: CompanyContext, direction: InvoiceDirection): RetentionItem[] {
  return items.retained[direction]
    .all(ctx.db, { company: companyInScope(ctx, 'invoices.read'), limit: maxRows })
    .map((row) => ({ ...itemOf(row, retentionDueCents(row)), due: dueOf(ctx, row.contractId) }))
    .filter(({ cents, due }) => cents > 0 && due !== null)
}

const dueOf = (ctx: CompanyContext, contractId: string | null) =>
  contractId ? retentionDueOf(ctx.db, contractId) : null

/** What was paid above the company's invoices, as seller (`issued`) or buyer, and is owed back (INV-13). */
export function listOwedBack(ctx: CompanyContext, direction: InvoiceDirection): OpenItem[] {
  return items.owedBack[direction]
    .all(ctx.db, { company: companyInScope(ctx, 'invoices.read'), limit: maxRows })
    .map((row) => itemOf(row, overpaidCents(row)))
}

type ItemRow = RowOf<(typeof items.retained)['issued']>
const itemOf = ({ id, number, partyName, currency }: ItemRow, cents: number): OpenItem => ({
  ...{ id, number, partyName, currency, cents },
})

/** The sum of such items by currency. */
export function sumByCurrency(rows: readonly OpenItem[]): { currency: Currency; cents: number; count: number }[] {
  const sums = new Map<Currency, { currency: Currency; cents: number; count: number }>()
  for (const { currency, cents } of rows) {
    const sum = sums.get(currency) ?? { currency, cents: 0, count: 0 }
    sums.set(currency, { currency, cents: sum.cents + cents, count: sum.count + 1 })
  }
  return [...sums.values()].sort((a, b) => a.currency.localeCompare(b.currency))
}

const ageing = sql(
  {
    params: {
      company: companies.id,
      direction: openInvoiceTotals.direction,
      today: text,
      d30: text,
      d60: text,
      d90: text,
    },
    row: {
      ...columns(openInvoiceTotals, 'currency'),
      notDue: integer,
      to30: integer,
      to60: integer,
      to90: integer,
      over90: integer,
      total: integer,
    },
  },
  `SELECT currency, coalesce(sum(cents) FILTER (WHERE due_date >= :today), 0) AS notDue,
          coalesce(sum(cents) FILTER (WHERE due_date < :today AND due_date >= :d30), 0) AS to30,
          coalesce(sum(cents) FILTER (WHERE due_date < :d30 AND due_date >= :d60), 0) AS to60,
          coalesce(sum(cents) FILTER (WHERE due_date < :d60 AND due_date >= :d90), 0) AS to90,
          coalesce(sum(cents) FILTER (WHERE due_date < :d90), 0) AS over90, sum(cents) AS total
   FROM (SELECT currency, due_date, 1 AS invoices, ${receivedOpenCents} AS cents FROM received_invoices INDEXED BY received_invoices_open
         WHERE :direction = 'received' AND company_id = :company AND ${receivedIsOpen}
         UNION ALL SELECT currency, due_date, invoices, cents FROM open_invoice_totals WHERE company_id = :company AND direction = :direction)
   GROUP BY currency HAVING sum(invoices) > 0 ORDER BY currency`,
)

export type Ageing = RowOf<typeof ageing>

/** What is payable on the company's invoices, those of files among the received ones, by how many days it is overdue and by currency; retentions are not part of it. */
export function listAgeing(ctx: CompanyContext, direction: InvoiceDirection): Ageing[] {
  const today = invoiceDay(ctx.now)
  // Not overdue before the next banking day (INV-11).
  const place = { company: companyInScope(ctx, 'invoices.read'), direction, today: overdueBefore(today) }
  return ageing.all(ctx.db, { ...place, d30: addDays(today, -30), d60: addDays(today, -60), d90: addDays(today, -90) })
}

const targets = sql(
  {
    params: { invoice: invoices.id, company: companies.id, today: text },
    row: {
      ...columns(invoices, 'id', 'grossCents', 'paidCents', 'creditedCents', 'retainedCents', 'dueDate'),
      number: required(invoices.number),
      buyerName: nullable(text),
    },
  },
  `SELECT t.id, t.number, t.gross_cents AS grossCents, t.paid_cents AS paidCents, t.credited_cents AS creditedCents,
          t.retained_cents AS retainedCents, t.due_date AS dueDate, json_extract(t.buyer, '$.name') AS buyerName
   FROM invoices i CROSS JOIN invoices t INDEXED BY invoices_company_open ON t.company_id = i.company_id
   WHERE i.id = :invoice AND i.company_id = :company AND t.id <> i.id AND t.currency = i.currency
     AND t.due_date <= :today AND t.kind = 'invoice' AND t.status IN ('issued','sent','partly_paid')
     AND t.gross_cents - t.paid_cents - t.credited_cents - t.retained_cents > 0
     AND CASE WHEN i.buyer_company_id IS NULL AND t.buyer_company_id IS NULL
              THEN coalesce(json_extract(i.buyer, '$.vatNumber'), json_extract(i.buyer, '$.businessId'))
                 = coalesce(json_extract(t.buyer, '$.vatNumber'), json_extract(t.buyer, '$.businessId'))
               AND json_extract(i.buyer, '$.country') = json_extract(t.buyer, '$.country')
              ELSE i.buyer_company_id IS t.buyer_company_id END
   ORDER BY t.due_date, t.id LIMIT 50`,
)

export type SetOffTarget = { id: string; number: string; openCents: number; dueDate: string | null }

/** The open invoices of the same buyer that are due, in the same currency, against which what is owed back can be set off: the oldest first. */
export function listSetOffTargets(ctx: CompanyContext, invoiceId: string): SetOffTarget[] {
  return targets
    .all(ctx.db, { invoice: invoiceId, company: companyInScope(ctx, 'invoices.read'), today: invoiceDay(ctx.now) })
    .map(({ id, number, dueDate, ...balance }) => ({ id, number, dueDate, openCents: openCents(balance) }))
}
