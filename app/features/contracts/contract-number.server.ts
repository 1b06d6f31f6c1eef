import { and, gte, lt, sql } from 'drizzle-orm'
import { referenceFor } from '#app/platform/reference-number.ts'
import type { Transaction } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'

/** The next free number of the year, `C-2026-0001`. It is unique because the caller's transaction is immediate. */
export function nextContractNumber(tx: Transaction, now: number): string {
  const year = new Date(now).getUTCFullYear()
  const last = tx
    .select({ sequence: sql<number | null>`max(cast(substr(${contracts.number}, 8) as integer))` })
    .from(contracts)
    .where(and(gte(contracts.number, `C-${year}-`), lt(contracts.number, `C-${year}.`)))
    .get()
  return `C-${year}-${String((last?.sequence ?? 0) + 1).padStart(4, '0')}`
}

/**
 * The reference number (viitenumero) of the client's transfer for a milestone, from the contract's number and the milestone's
 * position.
 */
export function fundingReference(contractNumber: string, position: number): string {
  const [, year = '', sequence = ''] = contractNumber.split('-')
  return referenceFor(`${year}${sequence.padStart(6, '0')}${String(position).padStart(2, '0')}`)
}
