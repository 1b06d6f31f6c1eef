import { and, asc, eq, lt } from 'drizzle-orm'
import { closingTermsOf } from '#app/features/contracts/closing-terms.server.ts'
import { monthsAfter } from '#app/features/contracts/closing-terms.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { handoverDefects, handovers } from '#db/schema/handover.ts'
import { listDefectFiles } from './defect-files.server.ts'
import { handoverName, isTakenOver } from './handover.ts'
import { canonicalHandover } from './handover-document.ts'
import { partsOf } from './handover-scope.server.ts'

export type HandoverRow = typeof handovers.$inferSelect
export type DefectRow = typeof handoverDefects.$inferSelect

/** The defects of a handover in order. */
export const listDefects = (db: Database | Transaction, handoverId: string): DefectRow[] =>
  db
    .select()
    .from(handoverDefects)
    .where(eq(handoverDefects.handoverId, handoverId))
    .orderBy(asc(handoverDefects.position))
    .all()

/**
 * When the warranty time and the performance security end, by the contract and the day of the handover; null where it is refused or not agreed.
 * The warranty time of a part begins with its own handover; the security is for the work until all of it is taken over.
 */
export function handoverDates(
  db: Database | Transaction,
  contract: ContractRow,
  { heldOn, result, isPart }: Pick<HandoverRow, 'heldOn' | 'result' | 'isPart'>,
): { warrantyUntil: string | null; securityUntil: string | null } {
  if (heldOn === null || !isTakenOver(result)) return { warrantyUntil: null, securityUntil: null }
  const { warrantyMonths, securities } = closingTermsOf(db, contract)
  const performance = securities.find(({ purpose }) => purpose === 'performance')
  return {
    warrantyUntil: warrantyMonths === null ? null : monthsAfter(heldOn, warrantyMonths),
    securityUntil: performance && !isPart ? monthsAfter(heldOn, performance.months) : null,
  }
}

/** The text of a protocol as its rows give it now, with its hash. Once signed by one party, it equals the frozen one unless a row was changed. */
export function handoverText(
  db: Database | Transaction,
  contract: ContractRow,
  handover: HandoverRow,
): { text: string; hash: string } {
  const { number: contractNumber, documentText, documentHash } = contract
  if (!documentText || !documentHash) throw new Error(`A handover of a contract without a text: ${handover.id}`)
  const text = canonicalHandover({
    ...handover,
    name: handoverName(handover.number),
    contractNumber,
    contractDigest: documentHash,
    parties: frozenParties(documentText),
    defects: listDefects(db, handover.id).map((defect) => ({ ...defect, position: defect.position + 1 })),
    files: listDefectFiles(db, handover.id)
      .filter(({ stage }) => stage === 'found')
      .map((file) => ({ ...file, position: file.position + 1 })),
    parts: partsOf(db, handover.id),
    before: handover.isPart ? [] : partsBefore(db, handover),
    ...handoverDates(db, contract, handover),
  })
  return { text, hash: sha256(text) }
}

/** The accepted handovers of parts before one of the rest, which is called once none of them is under way. */
function partsBefore(db: Database | Transaction, { contractId, number }: HandoverRow): string[] {
  return db
    .select()
    .from(handovers)
    .where(and(eq(handovers.contractId, contractId), eq(handovers.isPart, true), lt(handovers.number, number)))
    .orderBy(asc(handovers.number))
    .all()
    .filter(({ status, result }) => status === 'signed' && isTakenOver(result))
    .map((part) => handoverName(part.number))
}
