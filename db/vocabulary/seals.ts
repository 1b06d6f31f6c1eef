/** What of a contract is sealed as a PDF. */
export const sealedKinds = ['contract', 'certificate', 'change_order', 'handover', 'final_account'] as const
export type SealedKind = (typeof sealedKinds)[number]
