/** Stored states of an invoice; overdue is derived from dates and never stored. */
export const invoiceStatuses = ['draft', 'issued', 'sent', 'partly_paid', 'paid', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/**
 * VAT categories of EN 16931 (BT-151): standard rate, zero rated, exempt, reverse charge, goods for another EU country, export, not
 * subject to VAT. A project is of work and has neither K nor G; an invoice may also be for goods (INV-9).
 */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type VatCategory = (typeof vatCategories)[number]

/** The categories of projects, bids and contracts. */
export const workVatCategories = ['S', 'Z', 'E', 'AE', 'O'] as const satisfies VatCategory[]
export type WorkVatCategory = (typeof workVatCategories)[number]

/**
 * Why a line has no VAT (Finnish VAT Act 1501/1993; Directive 2006/112/EC): construction services (section 8 c), a seller that is not
 * registered in Finland (section 9; article 194), services to a business in another EU country (sections 64 and 65; articles 44 and 196), goods
 * for another EU country (section 72 a; article 138), export (section 70; article 146), a small business (section 3; article 284). Where a line
 * without VAT has none of these, the note of its invoice says why.
 */
export const vatGrounds = [
  'construction',
  'foreign_seller',
  'eu_services',
  'intra_community',
  'export',
  'small_business',
] as const
export type VatGround = (typeof vatGrounds)[number]

/**
 * The source of a payment: a release from escrow, its retention, the bank, or the seller's own entry; `moved` goes to
 * another invoice. What is owed back to the buyer leaves an invoice by a negative row: paid back (`refund`), or set off against another
 * invoice, on which it is a payment (`set_off`). `fee`: the platform's fee, withheld from a release (ESC-17).
 */
export const paymentSources = [
  'escrow',
  'retention',
  'bank_transfer',
  'manual',
  'moved',
  'refund',
  'set_off',
  'fee',
] as const
export type PaymentSource = (typeof paymentSources)[number]

/** How money was paid back to a buyer outside escrow. */
export const refundMethods = ['bank_transfer', 'card', 'cash', 'other'] as const
export type RefundMethod = (typeof refundMethods)[number]

/** What changes a sum: a discount (EN 16931, BG-20 and BG-27) or an addition (BG-21 and BG-28). */
export const adjustmentKinds = ['allowance', 'charge'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** What a reminder claims for collecting: a fee, or the standard compensation, which includes fees (Debt Collection Act 513/1999; Directive 2011/7/EU, article 6). */
export const reminderCharges = ['fee', 'compensation'] as const
export type ReminderChargeKind = (typeof reminderCharges)[number]

/**
 * What somebody buys as: by it follow late interest and the costs of collecting (Interest Act 633/1982, sections 2, 4 and 4 a; act 30/2013, section 1). A business
 * or a contracting authority; anybody else who is no consumer, such as an association or a housing company; a consumer.
 */
export const buyerKinds = ['business', 'other', 'consumer'] as const
export type BuyerKind = (typeof buyerKinds)[number]

/** Where the rate of late interest comes from: stated on the invoice, or section 4 (`consumer`: whoever is no business) or 4 a (commercial contracts) of the Interest Act. */
export const interestBases = ['stated', 'consumer', 'commercial'] as const
export type InterestBasis = (typeof interestBases)[number]
