import { type DomainEvents, subscribe } from '#app/platform/events.server.ts'
import type { Notice } from './notify.server.ts'
import { tellCompanies } from './tell.server.ts'

type MilestoneEvent = DomainEvents['milestone.funded']

/** The milestone's steps, each with the text that tells it. */
const steps = {
  'milestone.funded': 'milestoneFunded',
  'milestone.submitted': 'milestoneSubmitted',
  'milestone.approved': 'milestoneApproved',
  'milestone.changes_requested': 'milestoneChangesRequested',
  'milestone.released': 'milestoneReleased',
  'milestone.refund_requested': 'milestoneRefundRequested',
  'milestone.refund_refused': 'milestoneRefundRefused',
  'milestone.refund_cancelled': 'milestoneRefundCancelled',
  'milestone.refunded': 'milestoneRefunded',
  'milestone.disputed': 'milestoneDisputed',
  'milestone.resolved': 'milestoneResolved',
} as const

/** What happens to money and work is told to both parties, but not to whoever did it; reminders go to the client. */
export function listenToEscrow(): Array<() => void> {
  const names = Object.keys(steps) as Array<keyof typeof steps>
  return [
    ...names.map((name) =>
      subscribe(name, (event: MilestoneEvent) =>
        tellCompanies([event.clientCompanyId, event.providerCompanyId], noticeOf(event, steps[name]), event.actorId),
      ),
    ),
    subscribe('milestone.approval_reminder', (event) => {
      const notice = noticeOf(event, 'milestoneApprovalReminder')
      tellCompanies([event.clientCompanyId], { ...notice, params: { ...notice.params, count: event.daysLeft } })
    }),
  ]
}

function noticeOf({ contractId, contractNumber, title, amountCents, currency }: MilestoneEvent, text: string): Notice {
  return {
    category: 'payment',
    text,
    params: { title, number: contractNumber, amountCents, currency },
    actionUrl: `/escrow/${contractId}`,
  }
}
