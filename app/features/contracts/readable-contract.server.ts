import { and, eq, or } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { contractNegotiations } from '#db/schema/negotiations.ts'
import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import { contractText, sha256 } from './contract-text.server.ts'
import type { ContractTexts } from './readable-contract.ts'
import { type ContractRow, findParty } from './transition-contract.server.ts'

const { contractId: of } = contractNegotiations

/** What a contract is read from, on a page or as a PDF. */
export type ContractPaper = ContractTexts & {
  id: string
  number: string
  status: ContractStatus
  /** SHA-256 of the text; null while it is a draft, whose text can still change. */
  hash: string | null
  /** When it was sent, or a draft was last changed: UTC epoch ms. */
  writtenAt: number
}

/** Whether the client has opened the draft to the provider (CON-19). */
export const isNegotiated = (db: Database | Transaction, contractId: string): boolean =>
  db.select({ id: of }).from(contractNegotiations).where(eq(of, contractId)).get() !== undefined

/** The paper of a contract for its parties, of a draft as it would be frozen now; null for everybody else, and for the provider of a draft that is not open to it. */
export function getContractPaper(ctx: CompanyContext, id: string): ContractPaper | null {
  const company = companyInScope(ctx, 'contracts.read')
  const ours = or(eq(contracts.clientCompanyId, company), eq(contracts.providerCompanyId, company))
  const contract = ctx.db
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, id), ours))
    .get()
  if (!contract || !(findParty(contract, company) || isNegotiated(ctx.db, id))) return null
  const paper = paperOf(ctx.db, contract)
  // The bid is a record of another module (ACC-8).
  return companyInScope(ctx, 'bids.read') === '' ? { ...paper, bidText: null } : paper
}

/** The paper of a contract. Checks no right: the caller has. */
export function paperOf(db: Database | Transaction, contract: ContractRow): ContractPaper {
  const { id, number, status, bidId, documentText, documentHash, sentAt, updatedAt } = contract
  const writtenAt = sentAt ?? updatedAt
  const bidText = findSealedText(db, bidId)
  const text = documentText ?? contractText(db, contract).text
  const digest = readCanonicalText(text).fields.get('SHA-256 of the bid')
  const isNamed = bidText !== null && sha256(bidText) === digest
  return { id, number, status, text, hash: documentHash, writtenAt, bidText: isNamed ? bidText : null }
}
