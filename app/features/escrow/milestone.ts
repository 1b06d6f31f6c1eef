import { percentageOf, splitByWeights } from '#app/platform/money.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'

/** `admin`: a platform admin; one who works for a party is refused with `adminIsParty`. `other`: everybody else. */
export const milestoneRoles = ['client', 'provider', 'admin', 'other', 'system'] as const
export type MilestoneRole = (typeof milestoneRoles)[number]

export const milestoneActions = [
  'fund',
  'submit',
  'approve',
  'request_changes',
  'release',
  'request_refund',
  'consent_refund',
  'refuse_refund',
  'cancel_refund',
  'dispute',
  'resolve',
  'settle',
] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/** The resolution of a dispute, in cents: what the client and the provider get. */
export type DisputeSplit = { clientCents: number; providerCents: number }

type MilestoneFacts = {
  /** UTC ms. */
  now: number
  contractIsActive: boolean
  /** For `fund`: the client's confirmed payment covers the milestone. */
  moneyConfirmed: boolean
  /** For `submit`: the number of files delivered since the last submission. */
  deliverables: number
  /** When the work was last submitted, UTC ms; each submission restarts the approval period. */
  submittedAt: number | null
  /** When the clock releases what it approved, UTC ms; null for what the client approved. */
  autoReleaseAt: number | null
  /** The amount that escrow holds for this milestone, in cents. */
  heldCents: number
  /** Whether the acting admin belongs to a party's company. */
  adminIsParty: boolean
  /** For `request_changes` and `dispute`. */
  reason?: string | null
  /** For `resolve` and `settle`. */
  split?: DisputeSplit
  /** For a refund: the part that is asked back, in cents; null or left out for all that is held. */
  refundCents?: number | null
}

type MilestoneMachine = {
  namespace: 'escrow'
  state: MilestoneStatus
  action: MilestoneAction
  role: MilestoneRole
  facts: MilestoneFacts
  refusal:
    | 'contractNotActive'
    | 'moneyNotConfirmed'
    | 'deliverableMissing'
    | 'autoApprovalNotDue'
    | 'autoReleaseNotDue'
    | 'adminIsParty'
    | 'splitNotWhole'
    | 'reasonNeeded'
    | 'notThatMuchHeld'
}
export type MilestoneRefusal = RefusalKey<MilestoneMachine>

/** States in which escrow holds the milestone's money and the milestone is not closed. */
export const heldMilestoneStatuses = [
  'funded',
  'submitted',
  'changes_requested',
  'approved',
  'refund_requested',
] as const satisfies MilestoneStatus[]

const hasReason = (facts: MilestoneFacts) => (facts.reason?.trim() ? null : 'reasonNeeded')

const whileActive = (facts: MilestoneFacts) => (facts.contractIsActive ? null : 'contractNotActive')

function mayFund(facts: MilestoneFacts) {
  if (!facts.contractIsActive) return 'contractNotActive'
  return facts.moneyConfirmed ? null : 'moneyNotConfirmed'
}

function isAutoApprovalDue(facts: MilestoneFacts) {
  if (!facts.contractIsActive) return 'contractNotActive'
  return facts.submittedAt !== null && facts.now >= autoApprovalAt(facts.submittedAt) ? null : 'autoApprovalNotDue'
}

/** With direct payment nothing is held, so that approved work is closed at once. */
function isAutoReleaseDue({ heldCents, contractIsActive, autoReleaseAt, now }: MilestoneFacts) {
  if (heldCents === 0) return null
  if (!contractIsActive) return 'contractNotActive'
  return autoReleaseAt !== null && now >= autoReleaseAt ? null : 'autoReleaseNotDue'
}

function isHeld({ refundCents, heldCents }: MilestoneFacts) {
  if (refundCents === null || refundCents === undefined) return null
  return Number.isSafeInteger(refundCents) && refundCents > 0 && refundCents <= heldCents ? null : 'notThatMuchHeld'
}

const afterRefund = ({ refundCents, heldCents }: MilestoneFacts) =>
  (refundCents ?? heldCents) < heldCents ? 'funded' : 'refunded'

/** Refuses a split that does not add up to what is held. */
export function isWholeSplit({ split, heldCents }: Pick<MilestoneFacts, 'split' | 'heldCents'>) {
  if (!split) return 'splitNotWhole'
  const { clientCents, providerCents } = split
  const counted = [clientCents, providerCents].every((part) => Number.isSafeInteger(part) && part >= 0)
  return counted && clientCents + providerCents === heldCents ? null : 'splitNotWhole'
}

/** The state machine of a milestone (ESC-2). */
export const milestoneMachine = defineMachine<MilestoneMachine>({
  namespace: 'escrow',
  transitions: [
    { from: 'planned', action: 'fund', by: ['client', 'system'], to: 'funded', when: mayFund },
    {
      from: ['funded', 'changes_requested'],
      action: 'submit',
      by: 'provider',
      to: 'submitted',
      when: whileActive,
      input: (facts) => (facts.deliverables > 0 ? null : 'deliverableMissing'),
    },
    // The client may still approve what was submitted before the contract was terminated; the scheduled job may not.
    { from: 'submitted', action: 'approve', by: 'client', to: 'approved' },
    { from: 'submitted', action: 'approve', by: 'system', to: 'approved', when: isAutoApprovalDue },
    {
      from: 'submitted',
      action: 'request_changes',
      by: 'client',
      to: 'changes_requested',
      when: whileActive,
      input: hasReason,
    },
    { from: 'approved', action: 'release', by: 'client', to: 'released' },
    { from: 'approved', action: 'release', by: 'system', to: 'released', when: isAutoReleaseDue },
    { from: 'funded', action: 'request_refund', by: 'client', to: 'refund_requested', input: isHeld },
    // A part goes back and the work goes on with what is left.
    { from: 'refund_requested', action: 'consent_refund', by: 'provider', to: afterRefund },
    { from: 'refund_requested', action: 'refuse_refund', by: 'provider', to: 'funded' },
    { from: 'refund_requested', action: 'cancel_refund', by: 'client', to: 'funded' },
    // Freezes the milestone: only an admin's resolution, or a settlement that both agree on, leaves `disputed`.
    { from: heldMilestoneStatuses, action: 'dispute', by: ['client', 'provider'], to: 'disputed', input: hasReason },
    {
      from: 'disputed',
      action: 'resolve',
      by: 'admin',
      to: 'resolved',
      when: (facts) => (facts.adminIsParty ? 'adminIsParty' : null),
      input: isWholeSplit,
    },
    // One party accepts what the other has offered (ESC-22).
    { from: 'disputed', action: 'settle', by: ['client', 'provider'], to: 'resolved', input: isWholeSplit },
  ],
})

const day = 24 * 60 * 60 * 1000
const autoApprovalDays = 14
const autoReleaseDays = 7
const reminderDays = [7, 12] as const

/** When submitted work on an active contract is approved automatically: 14 days after the submission, UTC ms. */
export function autoApprovalAt(submittedAt: number): number {
  return submittedAt + autoApprovalDays * day
}

/** When work that the clock approved is released by the clock, unless a party disputes it before: 7 days later, UTC ms (ESC-14). */
export function autoReleaseAfter(approvedAt: number): number {
  return approvedAt + autoReleaseDays * day
}

/** The reminders (in days after the submission) that are due and not yet sent; none once the work counts as approved. */
export function dueReminders(submittedAt: number, now: number, sentDays: readonly number[] = []): number[] {
  if (now >= autoApprovalAt(submittedAt)) return []
  return reminderDays.filter((days) => now >= submittedAt + days * day && !sentDays.includes(days))
}

/** A part of a milestone that is released by itself, in cents; `beforeCents` is what was released of the milestone before it. */
export type MilestonePart = { amountCents: number; netCents: number; vatCents: number; beforeCents: number }

/** What is left of a milestone after its payment certificates (VAL-3) and refunds of a part (ESC-26), in cents: what escrow holds for it until it is closed. */
export function restOf(milestone: {
  amountCents: number
  netCents: number
  vatCents: number
  certifiedNetCents: number
  certifiedVatCents: number
  refundedNetCents: number
  refundedVatCents: number
}): MilestonePart {
  const netCents = milestone.netCents - milestone.certifiedNetCents - milestone.refundedNetCents
  const vatCents = milestone.vatCents - milestone.certifiedVatCents - milestone.refundedVatCents
  const beforeCents = milestone.certifiedNetCents + milestone.certifiedVatCents
  return { beforeCents, netCents, vatCents, amountCents: netCents + vatCents }
}

/** How a refund of a part is divided into net and VAT, in cents: what is left of the milestone keeps its proportion. */
export function refundParts({ netCents, vatCents, amountCents }: MilestonePart, refundCents: number) {
  const [leftNet = 0, leftVat = 0] = splitByWeights(amountCents - refundCents, [netCents, vatCents])
  return { netCents: netCents - leftNet, vatCents: vatCents - leftVat }
}

type RetentionTerms = { retentionBp: number; beforeCents?: number }

/**
 * Splits a release, in cents, into the retention (held until the contract is completed), the platform's fee (`feeOf`) and the provider's
 * part. The fee is charged on the payout; the retention's own fee is charged when it is released.
 */
export function splitRelease(
  amountCents: number,
  { feeCents, ...terms }: RetentionTerms & { feeCents: number },
): { retentionCents: number; feeCents: number; providerCents: number } {
  const retentionCents = retentionOf(amountCents, terms)
  return { retentionCents, feeCents, providerCents: amountCents - retentionCents - feeCents }
}

/** The share of a release that is retained, in cents. All parts of a milestone together retain what it would retain in one. */
export function retentionOf(amountCents: number, { retentionBp, beforeCents = 0 }: RetentionTerms): number {
  return percentageOf(beforeCents + amountCents, retentionBp) - percentageOf(beforeCents, retentionBp)
}
