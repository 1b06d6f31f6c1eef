/** What of a contract is sealed as a PDF. */
export const sealedKinds = ['contract', 'certificate'] as const
export type SealedKind = (typeof sealedKinds)[number]
