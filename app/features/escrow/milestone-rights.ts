import type { Right } from '#app/features/accounts/rights.ts'
import type { MilestoneAction } from './milestone.ts'

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
}
