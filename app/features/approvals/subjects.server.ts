import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { contractMachine } from '#app/features/contracts/contract.ts'
import { findParty, hasSigned } from '#app/features/contracts/transition-contract.server.ts'
import { type CanonicalFields, canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import type { ApprovalDetails, approvals } from '#db/schema/approvals.ts'
import { contracts } from '#db/schema/contracts.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

export type ApprovalRow = typeof approvals.$inferSelect
/** What an act is asked for, on behalf of a company. */
export type Asked = { companyId: string; act: ApprovalAct; subjectId: string; details: ApprovalDetails }

export type Subject = {
  title: string
  path: string
  amountCents: number
  currency: Currency
  /** UTC ms; null if it does not end by itself. */
  endsAt: number | null
  /** What must not change until the approval. */
  fields: CanonicalFields
}

type Load = (db: Database | Transaction, asked: Asked, now: number) => Subject | null

const loaders: Record<ApprovalAct, Load> = { sign: contractToSign }

/** What is asked for, as it is now; null if it cannot be done (any more). Checks no right: the caller has. */
export const loadSubject: Load = (db, asked, now) => loaders[asked.act](db, asked, now)

/** SHA-256 of exactly what is asked: the subject with whatever an approver relies on. */
export function subjectDigest({ companyId, act, subjectId }: Asked, subject: Subject): string {
  const record = canonicalText('groundwork-approval 1', [
    ['company', companyId],
    ['act', act],
    ['subject', subjectId],
    ...subject.fields,
  ])
  return createHash('sha256').update(record).digest('hex')
}

function contractToSign(db: Database | Transaction, { companyId, subjectId }: Asked, now: number): Subject | null {
  const contract = db.select().from(contracts).where(eq(contracts.id, subjectId)).get()
  const party = contract && findParty(contract, companyId)
  if (!party) return null
  const { status, expiresAt, number, title, documentHash, grossCents: amountCents, currency } = contract
  const facts = { now, expiresAt, isSender: party === 'client', hasSigned: hasSigned(db, contract.id, party) }
  if (!contractMachine.next(status, 'sign', party, facts).ok) return null
  const fields = [
    ['document', documentHash],
    ['party', party],
    ['amount', amountCents],
    ['currency', currency],
  ] as const
  return {
    title: `${number} ${title}`,
    path: `/contracts/${contract.id}`,
    amountCents,
    currency,
    endsAt: expiresAt,
    fields,
  }
}
