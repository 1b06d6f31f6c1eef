import { draftFields } from '#app/features/invoicing/draft-fields.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'

/** What a quote says, as its form gives it: what an invoice of it would say, what it is about, and until when it can be accepted. */
export type QuoteContent = Omit<InvoiceInput, 'euroRate' | 'expectedVersion' | 'euroRateDate' | 'euroRateSource'> & {
  title: string
  /** Until the end of which day (Finnish calendar). */
  validUntil: string
}

/** A version as it was sent, whole. Its JSON is what is hashed. */
export type QuoteSnapshot = {
  number: string
  version: number
  issueDate: string
  seller: InvoiceParty
  content: QuoteContent
}

/** The content among the fields of a form. */
export const contentOf = (input: QuoteContent): QuoteContent => ({
  ...(input.clientId && { clientId: input.clientId }),
  title: input.title,
  validUntil: input.validUntil,
  buyerName: input.buyerName,
  buyerBusinessId: input.buyerBusinessId,
  buyerVatNumber: input.buyerVatNumber,
  buyerStreet: input.buyerStreet,
  buyerPostalCode: input.buyerPostalCode,
  buyerCity: input.buyerCity,
  buyerCountry: input.buyerCountry,
  buyerEmail: input.buyerEmail,
  buyerEAddress: input.buyerEAddress ?? null,
  currency: input.currency,
  deliveryDate: input.deliveryDate,
  paymentTermDays: input.paymentTermDays,
  note: input.note,
  lines: input.lines,
  adjustments: input.adjustments ?? [],
  ...(input.details && { details: input.details }),
})

/** The columns of a draft of an invoice that says the same: buyer, terms and sums. */
export const fieldsOf = (content: QuoteContent) => draftFields({ ...content, ...noRate }, null)

/** An invoice in another currency states its VAT at the rate of its own day. */
export const noRate = { euroRate: null, euroRateDate: null, euroRateSource: '' }

/** What the list of quotes shows and finds. */
export function listedFields(content: QuoteContent, number: string | null) {
  const { netCents, grossCents } = fieldsOf(content)
  const { title, validUntil, buyerName, currency } = content
  const searchText = normalizeForSearch([number, title, buyerName].filter(Boolean).join('\n'))
  return { title, validUntil, buyerName, currency, netCents, grossCents, searchText }
}
