/** Stored states of an invoice; overdue is derived from dates, never stored. */
export const invoiceStatuses = ['draft', 'issued', 'sent', 'partly_paid', 'paid', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** VAT categories of EN 16931: standard rate, zero rated, exempt, reverse charge. */
export const vatCategories = ['S', 'Z', 'E', 'AE'] as const
export type VatCategory = (typeof vatCategories)[number]

/** Where a payment came from: a release from escrow, the retention of it, the bank, the seller's word; `moved`: to another invoice. */
export const paymentSources = ['escrow', 'retention', 'bank_transfer', 'manual', 'moved'] as const
export type PaymentSource = (typeof paymentSources)[number]
