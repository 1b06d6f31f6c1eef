import { and, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { Signature } from '#app/features/contracts/queries.server.ts'
import { type PublicSignature, publicSignatures } from '#app/features/contracts/signing/public-signature.ts'
import type { CertifiedSignature } from '#app/features/contracts/signing-certificate.server.ts'
import { type ContractRow, findParty } from '#app/features/contracts/transition-contract.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { finalAccountSignatures, finalAccounts } from '#db/schema/final-accounts.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { FinalAccountStatus } from '#db/vocabulary/final-accounts.ts'
import { asksForFinalAccount, isDueForFinalAccount } from './begin-final-account.server.ts'
import { finalAccountMachine, finalAccountName, finalAccountRight, finalTotals } from './final-account.ts'
import { type FinalAccountRow, finalAccountText, finalDelay } from './final-account-text.server.ts'
import { hasSignedFinalAccount, latestFinalAccount } from './load-final-account.server.ts'

/** Who has signed a final account for each party. Checks no right: the caller has. */
export const listFinalSignatures = (db: Database | Transaction, finalAccountId: string): Signature[] =>
  db
    .select({
      ...columns(finalAccountSignatures, 'party', 'ordinal', 'typedName', 'accountName', 'accountEmail'),
      ...columns(
        finalAccountSignatures,
        'accountSource',
        'nameReason',
        'jobTitle',
        'authority',
        'drawing',
        'recordHash',
      ),
      ...columns(finalAccountSignatures, 'signedAt', 'documentHash'),
    })
    .from(finalAccountSignatures)
    .where(eq(finalAccountSignatures.finalAccountId, finalAccountId))
    .orderBy(finalAccountSignatures.id)
    .all()
    .map((signature) => ({ ...signature, formerNames: [] }))

/** The same with the addresses that they signed from, for its parties. Checks no right: the caller has. */
export function listCertifiedFinalSignatures(db: Database, finalAccountId: string): CertifiedSignature[] {
  const { ip, party } = finalAccountSignatures
  const from = db.select({ ip, party }).from(finalAccountSignatures)
  const stored = from.where(eq(finalAccountSignatures.finalAccountId, finalAccountId)).all()
  return listFinalSignatures(db, finalAccountId).map((signature) => ({
    ...signature,
    ip: stored.find((one) => one.party === signature.party)?.ip ?? null,
  }))
}

/** The latest final account of a contract that both have signed, for its parties; null for everybody else. */
export function getFinalAccount(ctx: CompanyContext, contractId: string) {
  const company = companyInScope(ctx, 'contracts.read')
  const signed = and(eq(contracts.id, contractId), isNotNull(contracts.activatedAt))
  const contract = ctx.db.select().from(contracts).where(signed).get()
  const party = contract && findParty(contract, company)
  if (!contract || !party) return null
  const mayWrite = can(withinProject(ctx, contract.projectId), finalAccountRight)
  const account = latestFinalAccount(ctx.db, contractId)
  const isDue = isDueForFinalAccount(ctx.db, contract)
  const { id, number, title, currency } = contract
  return {
    contract: { id, number, title, currency },
    party,
    isDue,
    mayBegin: mayWrite && isDue && account === null,
    isAsked: mayWrite && isDue && account === null && asksForFinalAccount(ctx.db, contract),
    account: account && detailOf(ctx, contract, account, party, mayWrite),
  }
}

function detailOf(
  ctx: CompanyContext,
  contract: ContractRow,
  account: FinalAccountRow,
  party: ContractParty,
  mayWrite: boolean,
) {
  const { text, hash, figures, items } = finalAccountText(ctx.db, contract, account)
  const { documentText, createdBy: _author, ...shown } = account
  const facts = { hasSigned: hasSignedFinalAccount(ctx.db, account.id, party) }
  return {
    ...shown,
    name: finalAccountName(account.number),
    text: documentText ?? text,
    hash: account.documentHash ?? hash,
    rowsMatch: documentText === null || documentText === text,
    items,
    totals: finalTotals(figures.netCents + figures.vatCents, figures.paidCents, items),
    delay: finalDelay(ctx.db, contract, account.proposedAt),
    signatures: listFinalSignatures(ctx.db, account.id),
    returned: returnedBefore(ctx.db, account),
    actions: mayWrite ? finalAccountMachine.allowed(account.status, party, facts) : [],
  }
}

/** Why the final account before one that is being written was returned; null where none was. */
function returnedBefore(db: Database, { contractId, number, status }: FinalAccountRow): string | null {
  if (status !== 'draft') return null
  const { contractId: of, number: at, returnReason } = finalAccounts
  const before = and(eq(of, contractId), eq(at, number - 1))
  return db.select({ returnReason }).from(finalAccounts).where(before).get()?.returnReason ?? null
}

export type FinalAccountCertificate = {
  name: string
  contractNumber: string
  contractHash: string
  status: FinalAccountStatus
  clientName: string
  providerName: string
  documentHash: string
  signatures: PublicSignature[]
  /** Whether the stored text, and every signature, still has the hash. */
  matches: boolean
  rowsMatch: boolean
}

/** The public facts of a final account, by its hash: who signed it and when, but no amounts; null for unknown hashes. */
export function getFinalAccountCertificate(db: Database, hash: string): FinalAccountCertificate | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const row = db
    .select({ account: finalAccounts, contract: contracts })
    .from(finalAccounts)
    .innerJoin(contracts, eq(contracts.id, finalAccounts.contractId))
    .where(eq(finalAccounts.documentHash, hash))
    .get()
  if (!row) return null
  const { account, contract } = row
  const text = account.documentText ?? ''
  const { client, provider } = frozenParties(text)
  const signatures = publicSignatures(listFinalSignatures(db, account.id))
  return {
    name: finalAccountName(account.number),
    contractNumber: contract.number,
    contractHash: contract.documentHash ?? '',
    status: account.status,
    clientName: client.name,
    providerName: provider.name,
    documentHash: hash,
    signatures,
    matches: sha256(text) === hash && signatures.every(({ documentHash }) => documentHash === hash),
    rowsMatch: finalAccountText(db, contract, account).text === text,
  }
}
