import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { handoverName } from '#app/features/handover/handover.ts'
import { handoverText } from '#app/features/handover/handover-text.server.ts'
import { statusAfter } from '#app/features/securities/security.ts'
import { decimalText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contractSecurities, contractSecurityEvents } from '#db/schema/contracts.ts'
import { files } from '#db/schema/files.ts'
import { handoverSignatures, handovers } from '#db/schema/handover.ts'
import type { ChainLink } from './chain.ts'
import { signatureLink } from './contract-links.server.ts'
import { textFindings } from './tender-links.server.ts'

const signaturesOf = (db: Database | Transaction, contractId: string) =>
  db
    .select({ signature: handoverSignatures, number: handovers.number })
    .from(handoverSignatures)
    .innerJoin(handovers, eq(handovers.id, handoverSignatures.handoverId))
    .where(eq(handovers.contractId, contractId))
    .orderBy(asc(handoverSignatures.id))
    .all()

/** The handover protocols that somebody has signed, also those that were returned, each by its first signer, who froze it. */
export function handoverLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { documentText } = contract
  if (documentText === null) return []
  const signatures = signaturesOf(db, contract.id).map(({ signature }) => signature)
  const frozen = and(eq(handovers.contractId, contract.id), isNotNull(handovers.documentHash))
  const rows = db.select().from(handovers).where(frozen).orderBy(asc(handovers.number)).all()
  return rows.map((handover) => {
    const { id, number, documentText: text, documentHash: hash, proposedAt, createdAt } = handover
    const signer = signatures.find(({ handoverId }) => handoverId === id)
    const differs = handoverText(db, contract, handover).text !== text
    return {
      ...{ kind: 'handover', id, at: proposedAt ?? createdAt, text, hash, isStored: true },
      person: signer?.typedName ?? null,
      company: frozenParties(documentText)[signer?.party ?? handover.calledBy].name,
      facts: { name: handoverName(number), number },
      findings: [...textFindings(text, hash), ...(differs ? ['rowsDiffer' as const] : [])],
    }
  })
}

/** The signatures under its handover protocols. */
export const handoverSignatureLinks = (db: Database | Transaction, contract: ContractRow): ChainLink[] =>
  signaturesOf(db, contract.id).map(({ signature, number }) =>
    signatureLink(signature, contract, { kind: 'handover_signature', facts: { name: handoverName(number), number } }),
  )

/**
 * What was recorded of its securities, a link for each step, which names the one before it. Its text is made from its rows; that of a
 * security's last step also says whether the security has the state that the step leads to.
 */
export function securityLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const rows = db
    .select({ event: contractSecurityEvents, security: contractSecurities, file: files.sha256, person: users.name })
    .from(contractSecurities)
    .innerJoin(contractSecurityEvents, eq(contractSecurityEvents.securityId, contractSecurities.id))
    .innerJoin(users, eq(users.id, contractSecurityEvents.actorId))
    .leftJoin(files, eq(files.id, contractSecurities.fileId))
    .where(eq(contractSecurities.contractId, contract.id))
    .orderBy(asc(contractSecurityEvents.at), asc(contractSecurityEvents.id))
    .all()
  const lastSteps = new Map(rows.map(({ event }) => [event.securityId, event.id]))
  let before: string | null = null
  return rows.map(({ event, security, file, person }) => {
    const written: string = canonicalText('groundwork-security-step 1', [
      ['contract', contract.id],
      ['SHA-256 of the contract', contract.documentHash],
      ['security', security.id],
      ['purpose', security.purpose],
      ['kind', security.kind],
      ['guarantor', security.guarantor],
      ['number', security.number],
      ['amount', decimalText(security.amountCents)],
      ['currency', security.currency],
      ['valid until', security.validUntil],
      ['SHA-256 of the file', file],
      ['step', event.id],
      ['action', event.action],
      ['day', event.day],
      ['person', event.person],
      ['claimed', event.amountCents === null ? null : decimalText(event.amountCents)],
      ['note', event.note],
      ['account', event.actorId],
      ['at', new Date(event.at).toISOString()],
      ['SHA-256 of the security step before', before],
    ])
    before = sha256(written)
    const isLast = lastSteps.get(security.id) === event.id
    return {
      ...{ kind: 'security_step', id: event.id, at: event.at, person, company: null, text: written, hash: before },
      ...{ isStored: false, facts: { action: event.action, purpose: security.purpose, number: security.number } },
      findings: isLast && statusAfter[event.action] !== security.status ? ['rowsDiffer'] : [],
    }
  })
}
