import { detailsOf } from '#app/features/invoicing/content/invoice-content.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { unitCodeOf } from '#app/features/invoicing/content/unit-codes.ts'
import { calculateInvoiceTotals, invoiceLineNetCents } from '#app/features/invoicing/invoice-totals.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { fieldsOf, type QuoteContent } from './quote-content.server.ts'

const nothingPaid = {
  paidCents: 0,
  creditedCents: 0,
  retainedCents: 0,
  openCents: 0,
  overpaidCents: 0,
  carriedCents: 0,
}
const noInvoice = { reference: null, dueDate: null, euroVat: null, creditedNumber: null, retentionDue: null }

/** A quote as a document to read and print: like an invoice, without anything to pay. A draft has no number (version 0). */
export function quoteDocument(quote: {
  content: QuoteContent
  seller: InvoiceParty
  number: string | null
  version: number
  issueDate: string
}): InvoiceDocumentData {
  const { content, seller, number, version, issueDate } = quote
  const { adjustments = [], title, validUntil, deliveryDate, paymentTermDays, currency, note } = content
  const { buyer, netCents, vatCents, grossCents, roundingCents, ...fields } = fieldsOf(content)
  const { linesCents, allowanceCents, chargeCents, vatBreakdown } = calculateInvoiceTotals(content.lines, {
    adjustments,
  })
  return {
    quote: { title, validUntil, version },
    ...{ kind: 'invoice', isAdvance: false, status: number === null ? 'draft' : 'issued', isOverdue: false },
    ...{ number, seller, buyer, issueDate, deliveryDate, paymentTermDays, currency, note },
    ...detailsOf(fields),
    ...nothingPaid,
    ...noInvoice,
    lines: content.lines.map((line) => {
      const { unitCode = unitCodeOf(line.unit), itemId = null, orderLine = null } = line
      const { periodStart = null, periodEnd = null } = line
      const own = [...(line.adjustments ?? [])]
      const details = { unitCode, itemId, orderLine, periodStart, periodEnd, adjustments: own }
      return { ...line, ...details, netCents: invoiceLineNetCents({ ...line, adjustments: own }) }
    }),
    ...{ adjustments: [...adjustments], advances: [], preceding: [], vatBreakdown },
    ...{ linesCents, advanceCents: 0, allowanceCents, chargeCents, netCents, vatCents, roundingCents, grossCents },
  }
}
