import { eq } from 'drizzle-orm'
import type { DisputeEvent, MilestoneEvent, PayoutEvent, RetentionEvent, ValuationStep } from '#app/event-payloads.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import type { NoticeText } from './notice-modules.ts'
import type { Notice } from './notify.server.ts'
import { notifyAdmins } from './notify-admins.server.ts'
import { notifyCompanies } from './notify-companies.server.ts'

/** Milestone and escrow events notify both parties except the actor; reminders go to the client. */
export const escrowNotices: DurableListener['on'] = {
  'milestone.funded': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneFunded'),
  'milestone.submitted': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneSubmitted'),
  'milestone.approved': (tx, { payload }, source) => {
    // Silence on an escrow contract has a mail of its own, which says when the money is released.
    const hasMail = payload.actorId === null && !isPaidDirectly(tx, payload.contractId)
    notifyParties(tx, source, payload, 'milestoneApproved', hasMail ? { mailed: false } : {})
  },
  'milestone.changes_requested': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'milestoneChangesRequested'),
  'milestone.released': (tx, { payload }, source) =>
    // So has a release by the clock.
    notifyParties(tx, source, payload, 'milestoneReleased', payload.actorId === null ? { mailed: false } : {}),
  'milestone.refund_requested': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'milestoneRefundRequested'),
  'milestone.refund_refused': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneRefundRefused'),
  'milestone.refund_cancelled': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'milestoneRefundCancelled'),
  'milestone.refunded': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneRefunded'),
  'milestone.part_refunded': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestonePartRefunded'),
  'milestone.disputed': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneDisputed'),
  'milestone.resolved': (tx, { payload }, source) => notifyParties(tx, source, payload, 'milestoneResolved'),
  'milestone.valuation': (tx, { payload }, source) => {
    const { clientCompanyId, providerCompanyId, actorId, milestoneId, step } = payload
    const notice = { ...noticeOf(payload, valued[step]), actionUrl: `/milestones/${milestoneId}/valuations` }
    const to = step === 'reminded' ? [clientCompanyId] : [clientCompanyId, providerCompanyId]
    notifyCompanies(tx, source, to, notice, actorId)
  },
  'milestone.settled': (tx, { payload }, source) => notifyParties(tx, source, payload, 'disputeSettled'),
  'contract.retention_settled': (tx, { payload }, source) => notifyOfRetention(tx, source, payload, 'disputeSettled'),
  'dispute.step': (tx, { payload }, source) => notifyOfDispute(tx, source, payload),
  'contract.retention_released': (tx, { payload }, source) =>
    notifyOfRetention(tx, source, payload, 'retentionReleased'),
  'contract.retention_disputed': (tx, { payload }, source) =>
    notifyOfRetention(tx, source, payload, 'retentionDisputed'),
  'contract.retention_resolved': (tx, { payload }, source) =>
    notifyOfRetention(tx, source, payload, 'retentionResolved'),
  'transfer.waiting': (tx, { payload }, source) =>
    notifyCompanies(tx, source, [payload.clientCompanyId], noticeOf(payload, 'transferWaiting')),
  'balance.credited': (tx, { payload: { companyId, amountCents, currency } }, source) => {
    const params = { amountCents, currency }
    notifyCompanies(tx, source, [companyId], {
      category: 'payment',
      text: 'balanceCredited',
      params,
      actionUrl: '/escrow/balances',
    })
  },
  'payout.booked': (tx, { payload }, source) => notifyOfPayout(tx, source, payload, 'payoutBooked'),
  'payout.returned': (tx, { payload }, source) => notifyOfPayout(tx, source, payload, 'payoutReturned'),
  'bank.not_reconciled': (tx, { payload: { day, onlyStatements } }, source) =>
    notifyAdmins(tx, source, {
      category: 'payment',
      text: onlyStatements ? 'bankStatementsBroken' : 'bankNotReconciled',
      params: { dayOn: day },
      actionUrl: `/escrow/reconciliation?day=${day}`,
    }),
  'ledger.unsound': (tx, _event, source) =>
    notifyAdmins(tx, source, {
      category: 'payment',
      text: 'ledgerUnsound',
      params: {},
      actionUrl: '/escrow/transfers',
    }),
  'transfer.reversed': (tx, { payload: { companyId, contractId, amountCents, currency } }, source) => {
    notifyCompanies(tx, source, [companyId], {
      category: 'payment',
      text: 'transferReversed',
      params: { amountCents, currency },
      actionUrl: contractId ? `/escrow/${contractId}` : '/escrow/balances',
    })
  },
  'milestone.approval_reminder': (tx, { payload }, source) => {
    const notice = noticeOf(payload, 'milestoneApprovalReminder')
    const params = { ...notice.params, count: payload.daysLeft }
    notifyCompanies(tx, source, [payload.clientCompanyId], { ...notice, params })
  },
}

const valued = {
  schedule_proposed: 'scheduleProposed',
  schedule_accepted: 'scheduleAccepted',
  schedule_declined: 'scheduleDeclined',
  schedule_withdrawn: 'scheduleWithdrawn',
  claimed: 'valuationClaimed',
  certified: 'valuationCertified',
  returned: 'valuationReturned',
  withdrawn: 'valuationWithdrawn',
  reminded: 'valuationReminded',
} as const satisfies Record<ValuationStep, NoticeText>

function notifyOfPayout(tx: Transaction, source: EventSource, payout: PayoutEvent, text: NoticeText): void {
  const { companyId, ...params } = payout
  notifyCompanies(tx, source, [companyId], { category: 'payment', text, params, actionUrl: '/escrow/balances' })
}

const isPaidDirectly = (tx: Transaction, contractId: string): boolean =>
  tx.select({ paid: contracts.paymentMethod }).from(contracts).where(eq(contracts.id, contractId)).get()?.paid ===
  'direct_invoice'

function notifyParties(
  tx: Transaction,
  source: EventSource,
  event: MilestoneEvent,
  text: NoticeText,
  mailed: Pick<Notice, 'mailed'> = {},
): void {
  const { clientCompanyId, providerCompanyId, actorId } = event
  const notice = { ...noticeOf(event, text), ...mailed }
  notifyCompanies(tx, source, [clientCompanyId, providerCompanyId], notice, actorId)
}

const disputeTexts = {
  state: 'disputeStated',
  ask: 'disputeAsked',
  offer: 'disputeOffered',
  decline: 'disputeOfferDeclined',
  withdraw: 'disputeOfferWithdrawn',
} as const satisfies Record<DisputeEvent['step'], NoticeText>

/** The parties, of a request those who are asked, not whoever acted; and of what a party does, the admins who can decide. */
function notifyOfDispute(tx: Transaction, source: EventSource, event: DisputeEvent): void {
  const { subjectId, clientCompanyId, providerCompanyId, number, title, actorId, step, day, asked = 'both' } = event
  const told = { both: [clientCompanyId, providerCompanyId], client: [clientCompanyId], provider: [providerCompanyId] }
  const notice = {
    category: 'contract' as const,
    text: disputeTexts[step],
    params: { title, number, ...(day ? { dueOn: day } : {}) },
    actionUrl: `/disputes/${subjectId}`,
    about: { contractId: event.contractId },
  }
  notifyCompanies(tx, source, told[asked], notice, actorId)
  if (step === 'ask') return
  // Whoever decides learns that there is something to read; whoever works for a party does not decide.
  const deciders = { ...notice, text: 'disputeForAdmins' as const, params: { title, number } }
  notifyAdmins(tx, source, deciders, [clientCompanyId, providerCompanyId])
}

function notifyOfRetention(tx: Transaction, source: EventSource, event: RetentionEvent, text: NoticeText): void {
  const { contractId, clientCompanyId, providerCompanyId, number, title, amountCents, currency, actorId } = event
  const notice = {
    category: 'payment' as const,
    text,
    params: { title, number, amountCents, currency },
    actionUrl: `/escrow/${contractId}`,
    about: { contractId },
  }
  notifyCompanies(tx, source, [clientCompanyId, providerCompanyId], notice, actorId)
}

function noticeOf(
  { contractId, contractNumber, title, amountCents, currency }: MilestoneEvent,
  text: NoticeText,
): Notice {
  return {
    category: 'payment',
    text,
    params: { title, number: contractNumber, amountCents, currency },
    actionUrl: `/escrow/${contractId}`,
    about: { contractId },
  }
}
