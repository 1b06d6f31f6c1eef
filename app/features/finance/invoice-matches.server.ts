import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

/** A reference as it is compared: without spaces and leading zeros, in capitals. */
export const comparableReference = (reference: string): string =>
  reference.replace(/\s/g, '').replace(/^0+/, '').toUpperCase()

function candidatesOf(side: 'issued' | 'received') {
  const { company, index, name } = {
    issued: { company: 'company_id', index: 'invoices_company', name: 'buyer' },
    received: { company: 'buyer_company_id', index: 'invoices_buyer', name: 'seller' },
  }[side]
  return sql(
    {
      params: { company: companies.id, currency: invoices.currency, reference: text, amountCents: integer },
      row: { ...columns(invoices, 'id', 'currency', 'grossCents'), number: required(invoices.number), partyName: text },
    },
    `SELECT i.id, i.number, i.currency, i.gross_cents AS grossCents, json_extract(i.${name}, '$.name') AS partyName
     FROM invoices i INDEXED BY ${index} WHERE i.${company} = :company AND i.kind = 'invoice' AND i.status <> 'draft' AND i.currency = :currency
       AND ((:reference <> '' AND upper(ltrim(replace(i.reference, ' ', ''), '0')) = :reference)
         OR (i.status IN ('issued', 'sent', 'partly_paid') AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents = :amountCents))
     ORDER BY (:reference <> '' AND upper(ltrim(replace(i.reference, ' ', ''), '0')) = :reference) DESC, i.id DESC LIMIT 5`,
  )
}
const candidates = { issued: candidatesOf('issued'), received: candidatesOf('received') }

export type InvoiceMatch = RowOf<(typeof candidates)['issued']>

/**
 * The invoices that a row may be the payment of: with its reference, or with exactly its amount open; the company's own for what came in, and
 * those that it received for what went out.
 */
export function suggestInvoices(
  ctx: CompanyContext,
  {
    amountCents,
    currency,
    reference,
  }: Pick<typeof invoices.$inferSelect, 'currency'> & { amountCents: number; reference: string },
): InvoiceMatch[] {
  return candidates[amountCents > 0 ? 'issued' : 'received'].all(ctx.db, {
    ...{ company: companyInScope(ctx, 'invoices.read'), currency },
    ...{ reference: comparableReference(reference), amountCents: Math.abs(amountCents) },
  })
}
