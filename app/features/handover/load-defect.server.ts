import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { handoverDefects, handovers } from '#db/schema/handover.ts'
import type { DefectRow } from './handover-text.server.ts'
import type { LoadedHandover } from './load-handover.server.ts'

/**
 * Loads a defect of any handover of a contract, with the actor's side of the contract.
 * @throws AppError not_found, for strangers too
 */
export function loadDefect(
  tx: Transaction,
  ctx: CompanyContext,
  { contractId, defectId }: { contractId: string; defectId: string },
): { loaded: LoadedHandover; defect: DefectRow } {
  const { contract, party } = loadContract(tx, ctx, contractId)
  const found = tx
    .select({ defect: handoverDefects, handover: handovers })
    .from(handoverDefects)
    .innerJoin(handovers, eq(handovers.id, handoverDefects.handoverId))
    .where(and(eq(handoverDefects.id, defectId), eq(handovers.contractId, contract.id)))
    .get()
  if (!found) throw notFound()
  return { loaded: { contract, party, handover: found.handover }, defect: found.defect }
}
