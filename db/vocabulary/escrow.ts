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

export const ledgerAccountKinds = [
  'bank',
  'client_funds',
  'escrow_held',
  'retention_held',
  'provider_payable',
  'platform_fee',
] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

export const ledgerPostingKinds = [
  'deposit',
  'fund',
  'release',
  'retention_release',
  'refund',
  'resolution',
  'payout',
] as const
export type LedgerPostingKind = (typeof ledgerPostingKinds)[number]
