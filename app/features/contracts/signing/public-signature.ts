import type { Signature } from '#app/features/contracts/queries.server.ts'

/** What anybody with a document's hash may know of a signature: not its drawing, which a stranger could copy (decision 159). */
export type PublicSignature = Omit<Signature, 'drawing'>

export const publicSignatures = (signatures: readonly Signature[]): PublicSignature[] =>
  signatures.map(({ drawing: _private, ...signature }) => signature)
