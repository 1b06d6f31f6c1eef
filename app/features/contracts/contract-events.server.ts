import type { ContractEvent } from '#app/events.ts'
import type { Context } from '#app/features/accounts/context.ts'
import type { ContractRow } from './transition-contract.server.ts'

/** The payload of a contract's events. */
export function contractEvent(ctx: Context, contract: ContractRow, reason?: string): ContractEvent {
  return {
    contractId: contract.id,
    projectId: contract.projectId,
    number: contract.number,
    title: contract.title,
    clientCompanyId: contract.clientCompanyId,
    providerCompanyId: contract.providerCompanyId,
    grossCents: contract.grossCents,
    currency: contract.currency,
    actorId: ctx.actor?.id ?? null,
    actorCompanyId: ctx.company?.id ?? null,
    ...(reason ? { reason } : {}),
  }
}
