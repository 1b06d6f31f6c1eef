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
  'contract.expire',
  'contract.release_retention',
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

/** The actions as shown: some actions in the audit trail stand for two things. Each has a text. */
export const shownActions = [...activityActions, 'invoice.pay_from_escrow', 'invoice.issue_credit_note'] as const
export type ShownAction = (typeof shownActions)[number]
