import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { contractSecurities } from '#db/schema/contracts.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

export type SecurityRow = typeof contractSecurities.$inferSelect

/**
 * Loads a recorded security with its contract and the actor's side of it.
 * @throws AppError not_found, for strangers too
 */
export function loadSecurity(
  tx: Transaction,
  ctx: CompanyContext,
  { contractId, securityId }: { contractId: string; securityId: string },
): { security: SecurityRow; contract: ContractRow; party: ContractParty } {
  const { contract, party } = loadContract(tx, ctx, contractId)
  const { id, contractId: of } = contractSecurities
  const security = tx
    .select()
    .from(contractSecurities)
    .where(and(eq(id, securityId), eq(of, contractId)))
    .get()
  if (!security) throw notFound()
  return { security, contract, party }
}
