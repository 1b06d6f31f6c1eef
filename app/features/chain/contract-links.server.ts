import { asc, eq } from 'drizzle-orm'
import { changeOrderText } from '#app/features/change-orders/change-order-text.server.ts'
import { listProposedChanges } from '#app/features/change-orders/queries.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { rowsMatchText, sha256 } from '#app/features/contracts/contract-text.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { changeOrderSignatures, changeOrders } from '#db/schema/escrow.ts'
import { sealedDocuments } from '#db/schema/seals.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ChainLink } from './chain.ts'
import { textFindings } from './tender-links.server.ts'

const nameOf = sql({ params: { id: users.id }, row: columns(users, 'name') }, 'SELECT name FROM users WHERE id = :id')
const accountNamed = (db: Database | Transaction, id: string | null) =>
  id === null ? null : (nameOf.first(db, { id })?.name ?? null)

/** The contract as it was sent; none for a draft. */
export function contractLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { id, number, title, documentText: text, documentHash: hash, sentAt, sentBy, createdAt } = contract
  if (text === null) return []
  return [
    {
      ...{
        kind: 'contract',
        id,
        at: sentAt ?? createdAt,
        person: accountNamed(db, sentBy),
        text,
        hash,
        isStored: true,
      },
      company: frozenParties(text).client.name,
      facts: { number, title },
      findings: [...textFindings(text, hash), ...(rowsMatchText(db, contract) ? [] : ['rowsDiffer' as const])],
    },
  ]
}

type SignatureRow = Pick<
  typeof contractSignatures.$inferSelect,
  Exclude<keyof typeof contractSignatures.$inferSelect, 'contractId'>
>

/** A signature: its record is made from its row, so that a changed row shows as another hash. Old ones have no stored hash. */
export function signatureLink(
  signature: SignatureRow,
  { documentText }: ContractRow,
  of: {
    kind: 'signature' | 'change_signature' | 'handover_signature' | 'final_account_signature'
    facts: ChainLink['facts']
  },
): ChainLink {
  const { id, party, typedName, recordHash, signedAt } = signature
  const text = signatureRecord(signature)
  const isStored = recordHash !== null
  const differs = isStored && sha256(text) !== recordHash
  return {
    ...of,
    ...{ id, at: signedAt, person: typedName, text, hash: recordHash ?? sha256(text), isStored },
    company: documentText === null ? null : frozenParties(documentText)[party].name,
    findings: differs ? ['rowsDiffer'] : [],
  }
}

/** The signatures under a contract. */
export function signatureLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const of = db.select().from(contractSignatures).where(eq(contractSignatures.contractId, contract.id))
  return of
    .orderBy(asc(contractSignatures.id))
    .all()
    .map((row) => signatureLink(row, contract, { kind: 'signature', facts: { number: contract.number } }))
}

/** The change orders that were proposed, also those that were rejected or withdrawn. */
export function changeOrderLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { documentText } = contract
  if (documentText === null) return []
  return listProposedChanges(db, contract.id).map((change) => {
    const { id, number, title, status, proposer, documentText: text, documentHash: hash } = change
    const differs = changeOrderText(db, contract, change).text !== text
    return {
      ...{ kind: 'change_order', id, at: change.proposedAt ?? change.createdAt, text, hash, isStored: true },
      ...{ person: accountNamed(db, change.createdBy), company: frozenParties(documentText)[proposer].name },
      facts: { name: changeOrderName(number), title, status },
      findings: [...textFindings(text, hash), ...(differs ? ['rowsDiffer' as const] : [])],
    }
  })
}

/** The signatures under its change orders. */
export function changeSignatureLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const rows = db
    .select({ signature: changeOrderSignatures, number: changeOrders.number })
    .from(changeOrderSignatures)
    .innerJoin(changeOrders, eq(changeOrders.id, changeOrderSignatures.changeOrderId))
    .where(eq(changeOrders.contractId, contract.id))
    .orderBy(asc(changeOrderSignatures.id))
    .all()
  return rows.map(({ signature, number }) =>
    signatureLink(signature, contract, { kind: 'change_signature', facts: { name: changeOrderName(number) } }),
  )
}

/** The sealed PDFs that were made of it. The text names the SHA-256 of the file, which whoever has the file can compare. */
export function sealedFileLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const of = db.select().from(sealedDocuments).where(eq(sealedDocuments.contractId, contract.id))
  return of
    .orderBy(asc(sealedDocuments.id))
    .all()
    .map(({ id, kind, sha256: fileHash, certificate, size, sealedAt }) => {
      const text = canonicalText('groundwork-sealed-file 1', [
        ['contract', contract.id],
        ['SHA-256 of the contract', contract.documentHash],
        ['sealed', kind],
        ['SHA-256 of the file', fileHash],
        ['size', size],
        ['SHA-256 of the certificate', certificate],
        ['at', new Date(sealedAt).toISOString()],
      ])
      return {
        ...{ kind: 'sealed_file', id, at: sealedAt, person: null, company: null, text, hash: sha256(text) },
        ...{ isStored: false, facts: { file: fileHash }, findings: [] },
      }
    })
}
