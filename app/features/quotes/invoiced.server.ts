import { and, asc, eq, inArray } from 'drizzle-orm'
import { listInvoiceContents } from '#app/features/invoicing/content/content-rows.server.ts'
import type { DocumentAdjustment } from '#app/features/invoicing/content/invoice-content.ts'
import { type InvoiceLine, taxedParts } from '#app/features/invoicing/invoice-totals.ts'
import { type LineVat, toVatChoice } from '#app/features/invoicing/vat-choice.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { quoteInvoices } from '#db/schema/quotes.ts'
import type { QuoteContent } from './quote-content.server.ts'

type Reader = Database | Transaction

/** A net in cents with its VAT. */
export type VatShare = LineVat & { netCents: number }
type Rest = { adjustments?: readonly DocumentAdjustment[] | undefined; advances?: readonly VatShare[] | undefined }

/** The nets of lines, discounts and charges by their VAT, each once. */
export function sharesOf(lines: readonly (InvoiceLine & LineVat)[], rest: Rest): VatShare[] {
  const shares = new Map<string, VatShare>()
  for (const { of, netCents } of taxedParts(lines, rest)) {
    const { vatCategory, vatRateBp, vatGround } = of
    const key = toVatChoice({ vatCategory, vatRateBp, vatGround })
    shares.set(key, { vatCategory, vatRateBp, vatGround, netCents: (shares.get(key)?.netCents ?? 0) + netCents })
  }
  return [...shares.values()]
}

/** What is left of each share after taking others with the same VAT from it; below zero where more was taken. */
export function less(shares: readonly VatShare[], taken: readonly VatShare[]): VatShare[] {
  return shares.map((share) => {
    const same = taken.filter((other) => toVatChoice(other) === toVatChoice(share))
    return { ...share, netCents: share.netCents - sumCents(same.map(({ netCents }) => netCents)) }
  })
}

export const sumOf = (shares: readonly VatShare[]): number => sumCents(shares.map(({ netCents }) => netCents))

/**
 * The invoices that were made from an accepted version and still stand (deleted drafts and those that were credited in full do not), with what each
 * takes of it: its net in the quote's currency by VAT, less its credit notes. `worked` is the same before it deducts advances, and nothing of an advance.
 */
export function listInvoiced(db: Reader, versionId: string, currency: string) {
  const rows = db
    .select({ invoice: invoices, part: quoteInvoices.part })
    .from(quoteInvoices)
    .innerJoin(invoices, eq(invoices.id, quoteInvoices.invoiceId))
    .where(eq(quoteInvoices.versionId, versionId))
    .orderBy(asc(quoteInvoices.id))
    .all()
  if (rows.length === 0) return []
  const notes = db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.kind, 'credit_note'),
        inArray(
          invoices.creditedInvoiceId,
          rows.map(({ invoice }) => invoice.id),
        ),
      ),
    )
    .all()
  const contentOf = listInvoiceContents(db, [...rows.map(({ invoice }) => invoice.id), ...notes.map(({ id }) => id)])
  return rows.map(({ invoice, part }) => {
    const counts = invoice.status !== 'credited' && invoice.currency === currency
    const { lines, ...rest } = contentOf(invoice.id)
    const credited = notes
      .filter(({ creditedInvoiceId }) => creditedInvoiceId === invoice.id)
      .flatMap((note) => {
        const { lines: noted, ...of } = contentOf(note.id)
        return sharesOf(noted, of)
      })
    const taken = counts ? less(sharesOf(lines, rest), credited) : []
    const worked = counts && !invoice.isAdvance ? less(sharesOf(lines, { ...rest, advances: [] }), credited) : []
    const { id, number, status, isAdvance, netCents, grossCents } = invoice
    return { id, number, status, isAdvance, currency: invoice.currency, netCents, grossCents, part, taken, worked }
  })
}

/** How much of an accepted version is invoiced, net in cents: `overCents` is what its invoices come to beyond it. */
export function getInvoiced(db: Reader, versionId: string, content: QuoteContent) {
  const made = listInvoiced(db, versionId, content.currency)
  const quotedCents = sumOf(sharesOf(content.lines, { adjustments: content.adjustments }))
  const invoicedCents = sumOf(made.flatMap(({ taken }) => taken))
  return {
    invoices: made.map(({ taken: _taken, worked: _worked, ...invoice }) => invoice),
    ...{ quotedCents, invoicedCents },
    leftCents: Math.max(0, quotedCents - invoicedCents),
    overCents: Math.max(0, invoicedCents - quotedCents),
  }
}
