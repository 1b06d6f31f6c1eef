import type { ContractEvent } from '#app/event-payloads.ts'
import type { Context } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contractEvents } from '#db/schema/contracts.ts'
import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import type { ContractStep } from './contract.ts'
import type { ContractRow } from './transition-contract.server.ts'

/** The payload of a contract's events. */
export function contractEvent(
  ctx: Pick<Context, 'actor' | 'company'>,
  contract: ContractRow,
  reason?: string,
): ContractEvent {
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

/** Adds a step to a contract's history: who, when and why. `to` where it changes the contract's own state. */
export function addContractStep(
  tx: Transaction,
  ctx: Pick<Context, 'actor' | 'now'>,
  contract: ContractRow,
  { action, reason, to = contract.status }: { action: ContractStep; reason?: string | undefined; to?: ContractStatus },
): void {
  tx.insert(contractEvents)
    .values({
      ...{ id: newId(), contractId: contract.id, action, fromStatus: contract.status, toStatus: to },
      ...{ actorId: ctx.actor?.id ?? null, reason: reason?.trim() || null, at: ctx.now },
    })
    .run()
}
