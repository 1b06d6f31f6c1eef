import { eq } from 'drizzle-orm'
import { contractMachine } from '#app/features/contracts/contract.ts'
import { findParty, hasSigned } from '#app/features/contracts/transition-contract.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import type { LoadSubject } from './subject.ts'

/** A contract that the company has not signed yet. */
export const contractToSign: LoadSubject = (db, { companyId, subjectId }, now) => {
  const contract = db.select().from(contracts).where(eq(contracts.id, subjectId)).get()
  const party = contract && findParty(contract, companyId)
  if (!party) return null
  const { status, expiresAt, number, title, documentHash, grossCents: amountCents, currency } = contract
  const facts = { now, expiresAt, isSender: party === 'client', hasSigned: hasSigned(db, contract.id, party) }
  if (!contractMachine.next(status, 'sign', party, facts).ok) return null
  return {
    title: `${number} ${title}`,
    path: `/contracts/${contract.id}`,
    ...{ amountCents, currency, endsAt: expiresAt },
    fields: [
      ['document', documentHash],
      ['party', party],
      ['amount', amountCents],
      ['currency', currency],
    ],
  }
}
