/** Stored states of an invoice; overdue is derived from dates and never stored. */
export const invoiceStatuses = ['draft', 'issued', 'sent', 'partly_paid', 'paid', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** VAT categories of EN 16931: standard rate, zero rated, exempt, reverse charge. */
export const vatCategories = ['S', 'Z', 'E', 'AE'] as const
export type VatCategory = (typeof vatCategories)[number]

/**
 * The source of a payment: a release from escrow, its retention, the bank, or the seller's own entry; `moved` goes to
 * another invoice.
 */
export const paymentSources = ['escrow', 'retention', 'bank_transfer', 'manual', 'moved'] as const
export type PaymentSource = (typeof paymentSources)[number]
