/**
 * An invoice of a supplier that did not come through Groundwork: `received` until somebody has said what it is for (`checked`), then `approved` by
 * somebody with a mandate, and `paid` once payments cover it. `refused` is the end of it.
 */
export const receivedInvoiceStatuses = ['received', 'checked', 'approved', 'paid', 'refused'] as const
export type ReceivedInvoiceStatus = (typeof receivedInvoiceStatuses)[number]

/** How it came: a file that was read, or a picture or PDF with its facts typed in. */
export const receivedInvoiceFormats = ['ubl', 'finvoice', 'typed'] as const
export type ReceivedInvoiceFormat = (typeof receivedInvoiceFormats)[number]

/** Who recorded a payment: somebody by hand, or the match with a row of the books. */
export const receivedPaymentSources = ['manual', 'match'] as const
export type ReceivedPaymentSource = (typeof receivedPaymentSources)[number]
