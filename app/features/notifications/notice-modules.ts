import type { Resources } from '#app/i18n/namespaces.ts'
import type { Module } from '#db/vocabulary/accounts.ts'

/** The texts of notifications, `notifications:texts.<text>`. */
export type NoticeText = keyof Resources['notifications']['texts']

/** The modules that a notification tells of, or leads to: it is for those only to whom all of them are open (ACC-8). */
export const noticeModules: Record<NoticeText, readonly Module[]> = {
  projectAddendum: ['projects'],
  questionAsked: ['projects'],
  questionAnswered: ['projects'],
  projectCancelled: ['projects'],
  memberLeft: ['team'],
  memberRemoved: ['team'],
  mandatesSet: ['team'],
  // They name nobody but colleagues; what is asked stands on a page that those alone may open who may see it.
  approvalAsked: [],
  approvalApproved: [],
  approvalRefused: [],
  approvalWithdrawn: [],
  approvalExpired: [],
  approvalVoided: [],
  bankAccountChanged: ['company'],
  bankAccountAdded: ['company'],
  bankAccountCancelled: ['company'],
  bankAccountInForce: ['company'],
  bidsOpenedOwner: ['bids', 'projects'],
  bidsOpenedBidder: ['bids', 'projects'],
  bidSubmitted: ['bids'],
  bidRevised: ['bids'],
  bidAwarded: ['bids'],
  bidRejected: ['bids'],
  bidWithdrawn: ['bids', 'projects'],
  bidNotSelected: ['bids'],
  contractSent: ['contracts'],
  contractSigned: ['contracts'],
  contractActivated: ['contracts'],
  contractDeclined: ['contracts'],
  contractVoided: ['contracts'],
  contractExpired: ['contracts'],
  contractCompleted: ['contracts'],
  contractTerminated: ['contracts'],
  terminationClaimed: ['contracts'],
  terminationRemedied: ['contracts'],
  terminationContested: ['contracts'],
  terminationAccepted: ['contracts'],
  terminationWithdrawn: ['contracts'],
  terminationDue: ['contracts'],
  invoiceReceived: ['invoicing'],
  invoicePaid: ['invoicing'],
  invoiceCredited: ['invoicing'],
  milestoneFunded: ['escrow'],
  milestoneSubmitted: ['escrow'],
  milestoneApproved: ['escrow'],
  milestoneChangesRequested: ['escrow'],
  milestoneReleased: ['escrow'],
  milestoneRefundRequested: ['escrow'],
  milestoneRefundRefused: ['escrow'],
  milestoneRefundCancelled: ['escrow'],
  milestoneRefunded: ['escrow'],
  milestoneDisputed: ['escrow'],
  milestoneResolved: ['escrow'],
  milestoneApprovalReminder: ['escrow'],
  retentionReleased: ['escrow'],
  retentionDisputed: ['escrow'],
  retentionResolved: ['escrow'],
  chatAdded: ['messages'],
  chatRequest: ['messages'],
  chatRequestApproved: ['messages'],
  chatRequestDenied: ['messages'],
  chatMention: ['messages'],
  chatReply: ['messages'],
  chatPending: ['messages'],
  chatApproved: ['messages'],
  chatDenied: ['messages'],
}

/** The texts that are about one of these modules. */
export function textsAbout(wanted: readonly Module[]): NoticeText[] {
  return (Object.keys(noticeModules) as NoticeText[]).filter((text) =>
    noticeModules[text].some((module) => wanted.includes(module)),
  )
}
