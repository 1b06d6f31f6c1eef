import type { ValuationStep } from '#app/event-payloads.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { milestoneEvent } from '#app/features/escrow/milestone-events.server.ts'
import { type LoadedMilestone, loadMilestone } from '#app/features/escrow/transition-milestone.server.ts'
import { conflict, forbidden, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'

export type OwnMilestone = LoadedMilestone & { role: 'client' | 'provider' }

/**
 * Loads a milestone that escrow pays, with the actor's side of its contract.
 * @throws AppError not_found, for everybody but the parties, and with direct payment, where nothing is held
 */
export function loadOwnMilestone(tx: Transaction, ctx: CompanyContext, milestoneId: string): OwnMilestone {
  const loaded = loadMilestone(tx, ctx, milestoneId)
  const { role, contract } = loaded
  if ((role !== 'client' && role !== 'provider') || contract.paymentMethod !== 'secure_escrow') throw notFound()
  return { ...loaded, role }
}

/** What decides whether work on a milestone is valued now. */
export const workFacts = ({ contract, milestone }: Pick<LoadedMilestone, 'contract' | 'milestone'>) => ({
  contractIsActive: contract.status === 'active',
  milestoneStatus: milestone.status,
})

/** The error for a refusal of a machine, at the field it concerns. */
export function refusalOf(reason: string) {
  if (reason === 'valuations:refused.reasonNeeded') return invalid(reason, { field: 'reason' })
  return reason === 'valuations:refused.forbiddenRole' ? forbidden(reason) : conflict(reason)
}

type Step = {
  step: ValuationStep
  /** The schedule or the valuation, before (null: it is new) and after. */
  before: unknown
  after: { id: string }
  /** What it is about, with VAT, in cents. */
  amountCents: number
  detail?: Record<string, unknown>
}

/** Audits a step under its milestone, and tells the other party. Part of a verb. */
export function recordStep(tx: Transaction, ctx: CompanyContext, loaded: LoadedMilestone, of: Step): void {
  const { step, before, after, amountCents, detail } = of
  appendAudit(tx, ctx, {
    action: `milestone.${step}`,
    subject: { type: 'milestone', id: loaded.milestone.id },
    before,
    after,
    detail: { contract: loaded.contract.id, of: after.id, amountCents, ...detail },
  })
  recordEvent(tx, ctx, 'milestone.valuation', { ...milestoneEvent(ctx, loaded), amountCents, step })
}
