import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { AuthorityBasis, ContractParty } from '#db/vocabulary/contracts.ts'

export type SignatureRecord = {
  documentHash: string
  party: ContractParty
  ordinal: number
  companyId: string
  userId: string
  typedName: string
  nameReason: string | null
  accountName: string
  accountEmail: string
  jobTitle: string | null
  authority: AuthorityBasis | null
  /** `drawing.ts`; null where nothing was drawn. */
  drawing: string | null
  signedAt: number
}

/**
 * The text of a signature, whose SHA-256 is stored with it. The contract's own text is frozen before anybody signs, so that it cannot
 * name the signers: this one names the signer and, by its hash, the text that they signed. It names a drawing by its hash, too: a proof
 * is passed on, and what was drawn by hand is for the parties (decision 159).
 */
export function signatureRecord(signature: SignatureRecord): string {
  const { drawing } = signature
  return canonicalText(`groundwork-signature ${drawing === null ? 1 : 2}`, [
    ['document', signature.documentHash],
    ['party', signature.party],
    ['signatory', signature.ordinal],
    ['company', signature.companyId],
    ['account', signature.userId],
    ['name', signature.typedName],
    ['reason for another name', signature.nameReason],
    ['name of the account', signature.accountName],
    ['email', signature.accountEmail],
    ['role', signature.jobTitle],
    ['basis of authority', signature.authority],
    ['SHA-256 of the drawing', drawing === null ? null : sha256(drawing)],
    ['signed at', new Date(signature.signedAt).toISOString()],
  ])
}
