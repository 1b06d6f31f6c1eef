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

/** Whether a signature's account details were recorded when it was made, or later, from the account as it then was. */
export const accountSources = ['signing', 'later'] as const

/** `secure_escrow` puts a contract on the escrow ledger. */
export const paymentMethods = ['secure_escrow', 'direct_invoice'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
