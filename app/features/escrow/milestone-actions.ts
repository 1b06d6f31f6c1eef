import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { heldMilestoneStatuses, type MilestoneAction, type MilestoneRole, milestoneMachine } from './milestone.ts'

type Milestone = {
  status: MilestoneStatus
  amountCents: number
  paymentMethod: PaymentMethod
  contractIsActive: boolean
  submittedAt: number | null
}

/** What escrow holds for a milestone, in cents: all of it while work or talk about it goes on, nothing where the payment is direct. */
export function milestoneHeldCents(milestone: Pick<Milestone, 'status' | 'amountCents' | 'paymentMethod'>): number {
  const held = milestone.status === 'disputed' || heldMilestoneStatuses.some((status) => status === milestone.status)
  return held && milestone.paymentMethod === 'secure_escrow' ? milestone.amountCents : 0
}

/** Actions about money that is held; where the payment is direct there is none to talk about. */
const moneyActions: readonly MilestoneAction[] = ['request_refund', 'dispute', 'release']

/**
 * The state that a milestone is acted on from. Without escrow nothing has to be paid in before the work begins: a planned
 * milestone of an active contract counts as funded.
 */
export function effectiveStatus({ status, paymentMethod, contractIsActive }: Milestone): MilestoneStatus {
  return status === 'planned' && paymentMethod === 'direct_invoice' && contractIsActive ? 'funded' : status
}

/** Whether the payment method knows an action at all. */
export function isActionSupported(paymentMethod: PaymentMethod, action: MilestoneAction): boolean {
  return paymentMethod === 'secure_escrow' || !moneyActions.includes(action)
}

/** The actions that a reader of the page may take: what shows as buttons. Recording the money is done at the transfers. */
export function allowedActions(
  milestone: Milestone,
  role: MilestoneRole,
  facts: { now: number; adminIsParty: boolean },
): MilestoneAction[] {
  return milestoneMachine
    .allowed(effectiveStatus(milestone), role, {
      ...facts,
      contractIsActive: milestone.contractIsActive,
      moneyConfirmed: false,
      deliverables: 0,
      submittedAt: milestone.submittedAt,
      heldCents: milestoneHeldCents(milestone),
    })
    .filter((action) => action !== 'fund' && isActionSupported(milestone.paymentMethod, action))
}
