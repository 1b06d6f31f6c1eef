/** What of a contract is sealed as a PDF. */
export const sealedKinds = [
  'contract',
  'certificate',
  'change_order',
  'handover',
  'final_account',
  'payment_certificate',
  'dispute_decision',
] as const
export type SealedKind = (typeof sealedKinds)[number]
