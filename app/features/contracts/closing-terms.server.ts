import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contractSecurityTerms, contracts } from '#db/schema/contracts.ts'
import { securityPurposes } from '#db/vocabulary/contracts.ts'
import type { ClosingTerms } from './closing-terms.ts'
import type { ContractRow } from './transition-contract.server.ts'

/** The columns of a contract that its closing terms are stored in; the securities are rows of their own. */
export const closingColumns = ({ handoverDue, warrantyMonths, delay }: ClosingTerms) => ({
  ...{ handoverDue, warrantyMonths },
  ...{ delayRateBp: delay?.rateBp ?? null, delayDays: delay?.days ?? null, delayMaxDays: delay?.maxDays ?? null },
})

/** Replaces the securities that a draft demands. Part of a verb, inside its transaction. */
export function replaceSecurityTerms(
  tx: Transaction,
  contractId: string,
  securities: ClosingTerms['securities'],
): void {
  tx.delete(contractSecurityTerms).where(eq(contractSecurityTerms.contractId, contractId)).run()
  for (const security of securities)
    tx.insert(contractSecurityTerms)
      .values({ ...security, id: newId(), contractId })
      .run()
}

/** The closing terms of a contract as its rows say them, the securities in the order of the vocabulary. Checks no right: the caller has. */
export function closingTermsOf(
  db: Database | Transaction,
  contract: Pick<ContractRow, 'id' | 'handoverDue' | 'warrantyMonths' | 'delayRateBp' | 'delayDays' | 'delayMaxDays'>,
): ClosingTerms {
  const { handoverDue, warrantyMonths, delayRateBp, delayDays, delayMaxDays } = contract
  const securities = db
    .select()
    .from(contractSecurityTerms)
    .where(eq(contractSecurityTerms.contractId, contract.id))
    .all()
    .map(({ purpose, rateBp, amountCents, kind, months }) => ({ purpose, rateBp, amountCents, kind, months }))
    .sort((a, b) => securityPurposes.indexOf(a.purpose) - securityPurposes.indexOf(b.purpose))
  const delay =
    delayRateBp === null || delayDays === null || delayMaxDays === null
      ? null
      : { rateBp: delayRateBp, days: delayDays, maxDays: delayMaxDays }
  return { handoverDue, warrantyMonths, delay, securities }
}

/** The closing terms of a contract by its id; null without that contract. Checks no right: the caller has. */
export function findClosingTerms(db: Database | Transaction, contractId: string): ClosingTerms | null {
  const contract = db.select().from(contracts).where(eq(contracts.id, contractId)).get()
  return contract ? closingTermsOf(db, contract) : null
}
