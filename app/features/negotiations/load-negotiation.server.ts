import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { contractNegotiations } from '#db/schema/negotiations.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

export type LoadedNegotiation = { contract: ContractRow; party: ContractParty }

/**
 * Loads a contract whose draft is, or was, open to both parties, with the side of the actor's company.
 * @throws AppError not_found, for strangers and for a draft that only the client sees
 */
export function loadNegotiation(tx: Transaction, ctx: CompanyContext, contractId: string): LoadedNegotiation {
  const found = tx
    .select({ contract: contracts })
    .from(contracts)
    .innerJoin(contractNegotiations, eq(contractNegotiations.contractId, contracts.id))
    .where(eq(contracts.id, contractId))
    .get()
  if (found?.contract.clientCompanyId === ctx.company.id) return { ...found, party: 'client' }
  if (found?.contract.providerCompanyId === ctx.company.id) return { ...found, party: 'provider' }
  throw notFound()
}

/** @throws AppError conflict once the contract is sent: its text is frozen */
export function requireDraft({ contract }: LoadedNegotiation): void {
  if (contract.status !== 'draft') throw conflict('negotiation:refused.notDraft')
}
