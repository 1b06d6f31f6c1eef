/** The kinds of links, in the order in which they follow from each other where they are of the same time. */
export const linkKinds = [
  'estimate',
  'tender_set',
  'bid',
  'letter',
  'contract',
  'signature',
  'change_order',
  'change_signature',
  'step',
  'payment_certificate',
  'posting',
  'dispute_decision',
  'invoice',
  'handover',
  'handover_signature',
  'final_account',
  'final_account_signature',
  'security_step',
  'sealed_file',
] as const
export type LinkKind = (typeof linkKinds)[number]
