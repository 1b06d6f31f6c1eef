import type { Context } from '#app/features/accounts/context.ts'
import type { Settlement } from '#app/features/bids/settle-bids.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ContractRow } from './step-contract.server.ts'

/** What every event of a contract tells. Nobody as the actor: the system. */
export type ContractEvent = {
  contractId: string
  projectId: string
  number: string
  title: string
  clientCompanyId: string
  providerCompanyId: string
  grossCents: number
  currency: Currency
  actorId: string | null
  actorCompanyId: string | null
  reason?: string
}

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    'contract.sent': ContractEvent
    'contract.signed': ContractEvent
    /** `settlement`: whose bid has won, and whose were not selected. */
    'contract.activated': ContractEvent & { settlement: Settlement }
    'contract.declined': ContractEvent
    'contract.voided': ContractEvent
    'contract.expired': ContractEvent
    'contract.completed': ContractEvent
    'contract.terminated': ContractEvent
  }
}

/** The event of a contract, to be published after the commit. */
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
