import type { MilestoneEvent } from '#app/event-payloads.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { restOf } from './milestone.ts'
import type { LoadedMilestone } from './transition-milestone.server.ts'

/** The payload of a milestone's events; `amountCents` is what certificates have left of it. */
export function milestoneEvent(ctx: Context, { milestone, contract }: LoadedMilestone, note?: string): MilestoneEvent {
  return {
    milestoneId: milestone.id,
    contractId: contract.id,
    contractNumber: contract.number,
    title: milestone.title,
    clientCompanyId: contract.clientCompanyId,
    providerCompanyId: contract.providerCompanyId,
    amountCents: restOf(milestone).amountCents,
    currency: contract.currency,
    actorId: ctx.actor?.id ?? null,
    actorCompanyId: ctx.company?.id ?? null,
    ...(note ? { note } : {}),
  }
}
