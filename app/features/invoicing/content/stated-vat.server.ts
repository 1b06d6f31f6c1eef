import { type StatedVat, vatByGround } from '#app/features/invoicing/credit-split.ts'
import type { Database } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { invoiceAdjustments, invoiceAdvances, invoiceLines, invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'

const params = { ids: list(invoices.id) }
const ofInvoices = 'WHERE x.invoice_id IN (SELECT value FROM json_each(:ids))'

const lines = sql(
  {
    params,
    row: columns(
      invoiceLines,
      'invoiceId',
      'position',
      'quantityMilli',
      'unitPriceE4',
      'vatRateBp',
      'vatCategory',
      'vatGround',
    ),
  },
  `SELECT x.invoice_id AS invoiceId, x.position, x.quantity_milli AS quantityMilli, x.unit_price_e4 AS unitPriceE4, x.vat_rate_bp AS vatRateBp,
          x.vat_category AS vatCategory, x.vat_ground AS vatGround
   FROM invoice_lines x INDEXED BY invoice_lines_position ${ofInvoices} ORDER BY x.invoice_id, x.position`,
)

const adjustments = sql(
  {
    params,
    row: columns(
      invoiceAdjustments,
      'invoiceId',
      'linePosition',
      'kind',
      'amountCents',
      'vatRateBp',
      'vatCategory',
      'vatGround',
    ),
  },
  `SELECT x.invoice_id AS invoiceId, x.line_position AS linePosition, x.kind, x.amount_cents AS amountCents, x.vat_rate_bp AS vatRateBp,
          x.vat_category AS vatCategory, x.vat_ground AS vatGround
   FROM invoice_adjustments x INDEXED BY invoice_adjustments_position ${ofInvoices} ORDER BY x.invoice_id, x.position`,
)

const advances = sql(
  { params, row: columns(invoiceAdvances, 'invoiceId', 'netCents', 'vatRateBp', 'vatCategory', 'vatGround') },
  `SELECT x.invoice_id AS invoiceId, x.net_cents AS netCents, x.vat_rate_bp AS vatRateBp, x.vat_category AS vatCategory, x.vat_ground AS vatGround
   FROM invoice_advances x INDEXED BY invoice_advances_invoice ${ofInvoices} ORDER BY x.id`,
)

function byInvoice<Row extends { invoiceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(row.invoiceId, [...(found.get(row.invoiceId) ?? []), row])
  return found
}

/**
 * What each invoice or credit note says of VAT, by category, rate and ground, with its discounts, charges and deducted advances, in cents of its currency
 * and above zero on a credit note too. It is the breakdown of its document. Checks no right: the caller has.
 */
export function listStatedVat(
  db: Database,
  of: readonly { id: string; vatCents: number }[],
): (id: string) => readonly StatedVat[] {
  const asked = { ids: of.map(({ id }) => id) }
  const linesOf = byInvoice(lines.all(db, asked))
  const adjustmentsOf = byInvoice(adjustments.all(db, asked))
  const advancesOf = byInvoice(advances.all(db, asked))
  const stated = new Map(
    of.map(({ id, vatCents }) => {
      const changes = adjustmentsOf.get(id) ?? []
      const own = (linesOf.get(id) ?? []).map((line) => ({
        ...line,
        adjustments: changes.filter(({ linePosition }) => linePosition === line.position),
      }))
      const whole = changes.flatMap(({ kind, amountCents, vatCategory, vatRateBp, vatGround }) =>
        vatCategory && vatRateBp !== null ? [{ kind, amountCents, vatCategory, vatRateBp, vatGround }] : [],
      )
      return [id, vatByGround(own, vatCents, { adjustments: whole, advances: advancesOf.get(id) ?? [] })] as const
    }),
  )
  return (id) => stated.get(id) ?? []
}
