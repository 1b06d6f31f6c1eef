import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { finalAccountName } from '#app/features/final-accounts/final-account.ts'
import { finalAccountText } from '#app/features/final-accounts/final-account-text.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { finalAccountSignatures, finalAccounts } from '#db/schema/final-accounts.ts'
import type { ChainLink } from './chain.ts'
import { signatureLink } from './contract-links.server.ts'
import { textFindings } from './tender-links.server.ts'

const signaturesOf = (db: Database | Transaction, contractId: string) =>
  db
    .select({ signature: finalAccountSignatures, number: finalAccounts.number })
    .from(finalAccountSignatures)
    .innerJoin(finalAccounts, eq(finalAccounts.id, finalAccountSignatures.finalAccountId))
    .where(eq(finalAccounts.contractId, contractId))
    .orderBy(asc(finalAccountSignatures.id))
    .all()

/** The final accounts that somebody has signed, also those that were returned, each by its first signer, who froze it. */
export function finalAccountLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { documentText } = contract
  if (documentText === null) return []
  const signatures = signaturesOf(db, contract.id).map(({ signature }) => signature)
  const frozen = and(eq(finalAccounts.contractId, contract.id), isNotNull(finalAccounts.documentHash))
  const rows = db.select().from(finalAccounts).where(frozen).orderBy(asc(finalAccounts.number)).all()
  return rows.map((account) => {
    const { id, number, documentText: text, documentHash: hash, proposedAt, createdAt } = account
    const signer = signatures.find(({ finalAccountId }) => finalAccountId === id)
    const differs = finalAccountText(db, contract, account).text !== text
    return {
      ...{ kind: 'final_account', id, at: proposedAt ?? createdAt, text, hash, isStored: true },
      person: signer?.typedName ?? null,
      company: frozenParties(documentText)[signer?.party ?? account.begunBy].name,
      facts: { name: finalAccountName(number) },
      findings: [...textFindings(text, hash), ...(differs ? ['rowsDiffer' as const] : [])],
    }
  })
}

/** The signatures under its final accounts. */
export const finalAccountSignatureLinks = (db: Database | Transaction, contract: ContractRow): ChainLink[] =>
  signaturesOf(db, contract.id).map(({ signature, number }) =>
    signatureLink(signature, contract, { kind: 'final_account_signature', facts: { name: finalAccountName(number) } }),
  )
