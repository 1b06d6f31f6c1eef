import type { Context } from '#app/features/accounts/context.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { LoadedMilestone } from './step-milestone.server.ts'

/** What every event of a milestone tells. Nobody as the actor: the system. */
export type MilestoneEvent = {
  milestoneId: string
  contractId: string
  contractNumber: string
  title: string
  clientCompanyId: string
  providerCompanyId: string
  amountCents: number
  currency: Currency
  actorId: string | null
  actorCompanyId: string | null
  /** What was said: a reason, a note. */
  note?: string
}

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    'milestone.funded': MilestoneEvent
    'milestone.submitted': MilestoneEvent
    'milestone.approved': MilestoneEvent
    'milestone.changes_requested': MilestoneEvent
    'milestone.released': MilestoneEvent
    'milestone.refund_requested': MilestoneEvent
    'milestone.refund_refused': MilestoneEvent
    'milestone.refund_cancelled': MilestoneEvent
    'milestone.refunded': MilestoneEvent
    'milestone.disputed': MilestoneEvent
    'milestone.resolved': MilestoneEvent
    /** Submitted work waits; `daysLeft` until it counts as approved. */
    'milestone.approval_reminder': MilestoneEvent & { daysLeft: number }
  }
}

/** The event of a milestone, to be published after the commit. */
export function milestoneEvent(ctx: Context, { milestone, contract }: LoadedMilestone, note?: string): MilestoneEvent {
  return {
    milestoneId: milestone.id,
    contractId: contract.id,
    contractNumber: contract.number,
    title: milestone.title,
    clientCompanyId: contract.clientCompanyId,
    providerCompanyId: contract.providerCompanyId,
    amountCents: milestone.amountCents,
    currency: contract.currency,
    actorId: ctx.actor?.id ?? null,
    actorCompanyId: ctx.company?.id ?? null,
    ...(note ? { note } : {}),
  }
}
