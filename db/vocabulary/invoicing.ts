/** Stored states of an invoice; overdue is derived from dates and never stored. */
export const invoiceStatuses = ['draft', 'issued', 'sent', 'partly_paid', 'paid', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/**
 * VAT categories of EN 16931 (BT-151): standard rate, zero rated, exempt, reverse charge, not subject to VAT. Its K and G (goods for
 * another EU country, and exports) are missing, because what is done here is work, which is no supply of goods.
 */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'O'] as const
export type VatCategory = (typeof vatCategories)[number]

/**
 * The source of a payment: a release from escrow, its retention, the bank, or the seller's own entry; `moved` goes to
 * another invoice. What is owed back to the buyer leaves an invoice by a negative row: paid back (`refund`), or set off against another
 * invoice, on which it is a payment (`set_off`).
 */
export const paymentSources = ['escrow', 'retention', 'bank_transfer', 'manual', 'moved', 'refund', 'set_off'] as const
export type PaymentSource = (typeof paymentSources)[number]

/** How money was paid back to a buyer outside escrow. */
export const refundMethods = ['bank_transfer', 'card', 'cash', 'other'] as const
export type RefundMethod = (typeof refundMethods)[number]
