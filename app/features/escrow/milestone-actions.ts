import type { Right } from '#app/features/accounts/rights.ts'
import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import {
  heldMilestoneStatuses,
  type MilestoneAction,
  type MilestoneRole,
  milestoneMachine,
  restOf,
} from './milestone.ts'

type Milestone = {
  status: MilestoneStatus
  amountCents: number
  netCents: number
  vatCents: number
  certifiedNetCents: number
  certifiedVatCents: number
  refundedNetCents: number
  refundedVatCents: number
  paymentMethod: PaymentMethod
  contractIsActive: boolean
  submittedAt: number | null
  autoReleaseAt: number | null
}

/** The amount that escrow holds for a milestone, in cents: what certificates have left of it until it is closed, nothing with direct payment. */
export function milestoneHeldCents(
  milestone: Omit<Milestone, 'contractIsActive' | 'submittedAt' | 'autoReleaseAt'>,
): number {
  const held = milestone.status === 'disputed' || heldMilestoneStatuses.some((status) => status === milestone.status)
  return held && milestone.paymentMethod === 'secure_escrow' ? restOf(milestone).amountCents : 0
}

/** Actions that concern held money and are therefore unavailable with direct payment. */
const moneyActions: readonly MilestoneAction[] = ['request_refund', 'dispute', 'release', 'settle']

/**
 * The state that decides a milestone's actions. With direct payment nothing has to be funded before the work begins: a planned
 * milestone of an active contract counts as funded.
 */
export function effectiveStatus({ status, paymentMethod, contractIsActive }: Milestone): MilestoneStatus {
  return status === 'planned' && paymentMethod === 'direct_invoice' && contractIsActive ? 'funded' : status
}

/** Whether the payment method supports an action. */
export function isActionSupported(paymentMethod: PaymentMethod, action: MilestoneAction): boolean {
  return paymentMethod === 'secure_escrow' || !moneyActions.includes(action)
}

/** The actions whose buttons a user of the page sees. Funding is recorded on the transfers page, and a settlement accepted in the dispute. */
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
      autoReleaseAt: milestone.autoReleaseAt,
      heldCents: milestoneHeldCents(milestone),
    })
    .filter((action) => action !== 'fund' && action !== 'settle' && isActionSupported(milestone.paymentMethod, action))
}

/** The right that each action on a milestone requires. */
export const milestoneRights: Record<MilestoneAction, Right> = {
  fund: 'escrow.recordTransfer',
  submit: 'escrow.submit',
  approve: 'escrow.approve',
  request_changes: 'escrow.requestChanges',
  release: 'escrow.release',
  request_refund: 'escrow.requestRefund',
  cancel_refund: 'escrow.requestRefund',
  consent_refund: 'escrow.answerRefund',
  refuse_refund: 'escrow.answerRefund',
  dispute: 'escrow.dispute',
  resolve: 'escrow.resolve',
  settle: 'escrow.release',
}
