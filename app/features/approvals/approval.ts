import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { Power } from '#db/vocabulary/accounts.ts'
import type { ApprovalAct, ApprovalStatus, VoidGround } from '#db/vocabulary/approvals.ts'

/** `colleague`: everybody in the company but who asked. People of other companies do not learn of a request. */
export const approvalRoles = ['asker', 'colleague', 'system'] as const
export type ApprovalRole = (typeof approvalRoles)[number]

export const approvalActions = ['approve', 'refuse', 'withdraw', 'expire', 'void'] as const
export type ApprovalAction = (typeof approvalActions)[number]

/** The mandate that an act needs, the right to do it, and the right to see what is asked. */
export const approvalRules: Record<ApprovalAct, { power: Power; right: Right; readRight: Right }> = {
  sign: { power: 'sign', right: 'contracts.sign', readRight: 'contracts.read' },
  sign_change: { power: 'sign', right: 'contracts.change', readRight: 'contracts.read' },
  award: { power: 'award', right: 'bids.award', readRight: 'bids.read' },
  release: { power: 'release', right: 'escrow.release', readRight: 'escrow.read' },
  release_retention: { power: 'release', right: 'escrow.release', readRight: 'escrow.read' },
  bank: { power: 'bank', right: 'company.changeBankAccount', readRight: 'company.read' },
}

/** How long a request stands (ms): 7 days, or until what it is about ends before. */
export const approvalTime = 7 * 86_400_000

export type ApprovalFacts = {
  /** UTC ms. */
  now: number
  /** UTC ms. */
  expiresAt: number
  /** The acting colleague has the right to do it alone, and a mandate for all of it. */
  covers: boolean
  /** Who asked still belongs to the company, with the right and some mandate. */
  askerMay: boolean
  /** What was asked can still be done, and is exactly what was asked. */
  isUnchanged: boolean
  /** For `refuse`. */
  reason?: string | null
}

type ApprovalMachine = {
  namespace: 'approvals'
  state: ApprovalStatus
  action: ApprovalAction
  role: ApprovalRole
  facts: ApprovalFacts
  refusal: 'expired' | 'notExpired' | 'notCovered' | 'askerGone' | 'changed' | 'stands' | 'reasonNeeded'
}
export type ApprovalRefusal = RefusalKey<ApprovalMachine>

const hasExpired = ({ now, expiresAt }: ApprovalFacts) => now >= expiresAt
function mayDecide(facts: ApprovalFacts) {
  if (hasExpired(facts)) return 'expired'
  return facts.covers ? null : 'notCovered'
}
function mayApprove(facts: ApprovalFacts) {
  if (hasExpired(facts)) return 'expired'
  if (!facts.askerMay) return 'askerGone'
  if (!facts.isUnchanged) return 'changed'
  return facts.covers ? null : 'notCovered'
}

/**
 * The state machine of a request for approval (TEAM-8). Nobody approves or refuses their own, and one person's mandate covers all of it:
 * limits are not added up.
 */
export const approvalMachine = defineMachine<ApprovalMachine>({
  namespace: 'approvals',
  transitions: [
    { from: 'pending', action: 'approve', by: 'colleague', to: 'approved', when: mayApprove },
    {
      from: 'pending',
      action: 'refuse',
      by: 'colleague',
      to: 'refused',
      when: mayDecide,
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
    { from: 'pending', action: 'withdraw', by: 'asker', to: 'withdrawn' },
    {
      from: 'pending',
      action: 'expire',
      by: 'system',
      to: 'expired',
      when: (facts) => (hasExpired(facts) ? null : 'notExpired'),
    },
    {
      from: 'pending',
      action: 'void',
      by: 'system',
      to: 'voided',
      when: (facts) => (voidGroundOf(facts) ? null : 'stands'),
    },
  ],
})

/** Why a request is void by now; null while it stands. */
export function voidGroundOf({ askerMay, isUnchanged }: ApprovalFacts): VoidGround | null {
  if (!askerMay) return 'asker'
  return isUnchanged ? null : 'changed'
}
