export const contractStatuses = [
  'draft',
  'sent',
  'partially_signed',
  'active',
  'completed',
  'terminated',
  'declined',
  'voided',
  'expired',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractParties = ['client', 'provider'] as const
export type ContractParty = (typeof contractParties)[number]

/** `secure_escrow` is the value that puts a contract on the escrow ledger. */
export const paymentMethods = ['secure_escrow', 'direct_invoice'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** One proposal of payment terms; a counter-proposal is a new row, and the one it answers is `countered`. */
export const paymentTermsStatuses = ['proposed', 'accepted', 'rejected', 'countered', 'withdrawn'] as const
export type PaymentTermsStatus = (typeof paymentTermsStatuses)[number]

/** An amendment or change order needs both signatures. */
export const amendmentStatuses = ['proposed', 'partially_signed', 'agreed', 'declined', 'withdrawn'] as const
export type AmendmentStatus = (typeof amendmentStatuses)[number]
