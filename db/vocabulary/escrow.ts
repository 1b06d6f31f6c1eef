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
  'payout_transit',
  'bank_costs',
  'unexplained',
] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

/**
 * Accounts that may be above zero. The others are liabilities. `bank_costs` is what the platform owes the account for the bank's charges, less the interest
 * that it was credited; `unexplained` is money that went out and that nobody has explained yet.
 */
export const debitAccountKinds = ['bank', 'bank_costs', 'unexplained'] as const satisfies LedgerAccountKind[]

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
  'payout_booked',
  'payout_return',
  'reversal',
  'bank_debit',
  'bank_interest',
  'debit_settled',
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

/** What is paid out: balances to their companies, and payments that belong to nothing back to their payers. */
export const payoutSources = ['provider_payable', 'client_funds', 'suspense'] as const satisfies LedgerAccountKind[]
export type PayoutSource = (typeof payoutSources)[number]

/** A run of payouts: prepared by one admin, and approved by another or discarded. */
export const payoutRunStatuses = ['prepared', 'approved', 'discarded'] as const
export type PayoutRunStatus = (typeof payoutRunStatuses)[number]

/** One payment of a run. `booked` is what the statement shows as paid; `returned` is back on the balance. */
export const payoutStatuses = ['prepared', 'ordered', 'booked', 'returned', 'discarded'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
