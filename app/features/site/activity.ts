/** The audited actions that are shown as activity; each has a text `site:activity.<action>`. */
export const activityActions = [
  'project.create',
  'project.publish',
  'project.amend',
  'project.cancel',
  'project.close_bidding',
  'bid.submit',
  'bid.confirm',
  'bid.withdraw',
  'bid.shortlist',
  'bid.reject',
  'bid.award',
  'contract.draft',
  'contract.send',
  'contract.sign',
  'contract.decline',
  'contract.void',
  'contract.complete',
  'contract.terminate',
  'contract.claim_termination',
  'contract.remedy_termination',
  'contract.contest_termination',
  'contract.accept_termination',
  'contract.withdraw_termination',
  'contract.propose_change',
  'contract.accept_change',
  'contract.reject_change',
  'contract.withdraw_change',
  'contract.expire',
  'contract.release_retention',
  'contract.dispute_retention',
  'contract.resolve_retention',
  'milestone.fund',
  'milestone.submit',
  'milestone.approve',
  'milestone.request_changes',
  'milestone.release',
  'milestone.dispute',
  'milestone.resolve',
  'milestone.request_refund',
  'milestone.consent_refund',
  'milestone.refuse_refund',
  'milestone.cancel_refund',
  'invoice.issue',
  'invoice.send',
  'invoice.pay',
  'invoice.credit',
] as const
export type ActivityAction = (typeof activityActions)[number]

/**
 * What recent activity consists of (section 9 of the specification), and how many rows each kind may have: money that moves or is invoiced, what
 * people do for a deal step by step (the specification's tasks), and projects.
 */
export const activityKinds = { transaction: 5, task: 5, project: 3 } as const

const moneyActions: readonly string[] = [
  'contract.release_retention',
  'contract.resolve_retention',
  'milestone.fund',
  'milestone.release',
  'milestone.resolve',
] satisfies ActivityAction[]

export function activityKind(action: ShownAction): keyof typeof activityKinds {
  if (action.startsWith('project.')) return 'project'
  return action.startsWith('invoice.') || moneyActions.includes(action) ? 'transaction' : 'task'
}

/** Of rows with the newest first, as many of each kind as it may have. */
export function mixKinds<Row extends { action: ShownAction }>(rows: readonly Row[]): Row[] {
  const room: Record<string, number> = { ...activityKinds }
  return rows.filter(({ action }) => {
    const kind = activityKind(action)
    const left = room[kind] ?? 0
    room[kind] = left - 1
    return left > 0
  })
}

/** The actions as shown: some actions in the audit trail stand for two things. Each has a text. */
export const shownActions = [...activityActions, 'invoice.pay_from_escrow', 'invoice.issue_credit_note'] as const
export type ShownAction = (typeof shownActions)[number]
