export const milestoneStatuses = [
  'planned',
  'funded',
  'submitted',
  'changes_requested',
  'approved',
  'released',
  'refund_requested',
  'refunded',
  'disputed',
  'resolved',
] as const
export type MilestoneStatus = (typeof milestoneStatuses)[number]

/** Final states of a milestone; a project is complete when all its milestones are closed. */
export const closedMilestoneStatuses = ['released', 'refunded', 'resolved'] as const satisfies MilestoneStatus[]

/** The retention of a contract that has ended: what was kept back of its releases, until the client agrees or an admin decides. */
export const retentionStatuses = ['held', 'disputed', 'released', 'resolved'] as const
export type RetentionStatus = (typeof retentionStatuses)[number]

export const ledgerAccountKinds = [
  'bank',
  'client_funds',
  'escrow_held',
  'retention_held',
  'provider_payable',
  'platform_fee',
  'suspense',
] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

export const ledgerPostingKinds = [
  'deposit',
  'match',
  'fund',
  'release',
  'retention_release',
  'retention_resolution',
  'refund',
  'resolution',
  'payout',
  'reversal',
] as const
export type LedgerPostingKind = (typeof ledgerPostingKinds)[number]

/** Why money that arrived waits in suspense. */
export const suspenseReasons = [
  'no_reference',
  'unknown_reference',
  'already_funded',
  'contract_ended',
  'wrong_currency',
  'before_contract',
  'too_little',
  'too_much',
] as const
export type SuspenseReason = (typeof suspenseReasons)[number]

/** A reversal of a transfer that was recorded wrongly: proposed by one admin, confirmed by another or declined. */
export const reversalStatuses = ['proposed', 'confirmed', 'declined'] as const
export type ReversalStatus = (typeof reversalStatuses)[number]
