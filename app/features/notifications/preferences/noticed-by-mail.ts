import type { NoticeText } from '#app/features/notifications/notice-modules.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'

/** Notices that are not mailed: what they tell has a mail of its own, or is what the reader's own company has just done. */
const unmailed: ReadonlySet<NoticeText> = new Set<NoticeText>([
  ...(['approvalAsked', 'approvalApproved', 'approvalRefused', 'approvalWithdrawn'] as const),
  ...(['approvalExpired', 'approvalVoided', 'bankAccountChanged', 'bankAccountAdded', 'certificateEnding'] as const),
  'listingTakenDown',
  ...(['evaluationAsked', 'evaluationReopened', 'bidCompletionAsked', 'awardDecision', 'awardRevoked'] as const),
  ...(['bidAwarded', 'projectInvited', 'bidSubmitted', 'bidRevised'] as const),
  ...(['contractSent', 'contractActivated', 'contractExpiring', 'terminationClaimed'] as const),
  ...(['changeProposed', 'changeAccepted', 'changeRejected', 'changeWithdrawn', 'changeLapsed'] as const),
  ...(['negotiationOpened', 'negotiationProposed', 'negotiationAccepted', 'negotiationRejected'] as const),
  ...(['milestoneDisputed', 'milestoneResolved', 'retentionDisputed', 'retentionResolved'] as const),
  ...(['disputeStated', 'disputeAsked', 'disputeOffered', 'disputeOfferDeclined'] as const),
  ...(['disputeOfferWithdrawn', 'disputeSettled'] as const),
  // Over by the time that a mail of the day is read.
  'broadcastLive',
  ...(['milestoneApprovalReminder', 'valuationReminded', 'transferWaiting'] as const),
])

/** Notices about a project that bids depend on: whoever wants mails about bids gets them. */
const aboutBids: ReadonlySet<NoticeText> = new Set<NoticeText>([
  ...(['projectAddendum', 'projectCancelled', 'questionAsked', 'questionAnswered', 'visitMinutes'] as const),
])

/** The category by which people choose the mail of a notice; null for one that is not mailed. */
export function mailCategoryOf(text: NoticeText, category: NotificationCategory): NotificationCategory | null {
  if (unmailed.has(text)) return null
  return aboutBids.has(text) ? 'offer' : category
}
