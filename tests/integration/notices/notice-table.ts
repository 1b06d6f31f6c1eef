import type { ValuationStep } from '#app/event-payloads.ts'
import type { DomainEvents, EventName } from '#app/events.ts'
import type { NoticeText } from '#app/features/notifications/notice-modules.ts'
import type { Name, NoticeWorld } from './notice-world.ts'

/** Who is told of an event by which notice, and who gets which mail: 'notice' is a notice's own words. */
export type Row = {
  name: EventName
  payload: DomainEvents[EventName]
  told: Partial<Record<NoticeText, readonly Name[]>>
  mailed: Record<string, readonly Name[]>
}

const named = <S extends 'client' | 'provider', N extends string>(side: S, ...names: N[]) =>
  names.map((name) => `${side}.${name}` as const)
// A provider who has given nobody a role that acts there is told as a whole (PROJ-26).
const provider = named('provider', 'owner', 'manager', 'member', 'viewer', 'reader')
const providerMoney = [...provider, 'provider.accountant'] as const
// The client has a team, of which each is told where their role acts.
const buying = named('client', 'lead', 'buyer')
const contracting = named('client', 'lead', 'buyer', 'supervisor')
const paying = named('client', 'lead', 'supervisor')
const client = named('client', 'owner', 'manager', 'member', 'viewer', 'reader', 'lead', 'buyer', 'supervisor')
const clientMoney = [...client, 'client.accountant'] as const
/** Whoever acted is not told of it. */
const isOther = (name: Name) => name !== 'provider.owner'
const admins: readonly Name[] = ['admin', 'superAdmin']
const clientOwner: readonly Name[] = ['client.owner']
const signers: readonly Name[] = ['client.owner', 'client.manager', 'client.lead', 'client.buyer']
const providerSigners = named('provider', 'owner', 'manager')

/** Every event that tells somebody, in the world of `makeNoticeWorld`. The provider's owner has acted where a party has. */
export function noticeTable(world: NoticeWorld): Row[] {
  const rows: Row[] = []
  function add<N extends EventName>(
    name: N,
    payload: DomainEvents[N],
    told: Row['told'],
    mailed: Row['mailed'] | 'told' = {},
  ): void {
    const all = Object.values(told).flat()
    rows.push({ name, payload, told, mailed: mailed === 'told' ? { notice: all } : mailed })
  }
  const { projectId, bidId, contractId, people, groupId } = world
  const [milestoneId = ''] = world.milestoneIds
  const [clientCompanyId, providerCompanyId] = [world.client.company.id, world.provider.company.id]
  const actorId = world.provider.actor.id
  const title = 'Roof'
  const money = { amountCents: 100, currency: 'EUR' as const }
  /** Everybody of the client's, as a verb might have named them before they went. */
  const userIds = [...people].filter(([name]) => name.startsWith('client.')).map(([, { actor }]) => actor.id)

  const project = { projectId, title }
  const ofClient = { ...project, companyId: clientCompanyId }
  const bidders = [providerCompanyId]
  const bid = { ...project, bidId, companyId: providerCompanyId, ownerCompanyId: clientCompanyId }
  const letter = { bidId, companyId: providerCompanyId, userId: null }
  const addendum = { ...ofClient, version: 2, bidderCompanyIds: bidders }
  add('project.addendum', addendum, { projectAddendum: provider }, 'told')
  add('project.question_asked', ofClient, { questionAsked: buying }, 'told')
  const answered = { ...project, number: 1, companyIds: bidders }
  add('project.question_answered', answered, { questionAnswered: provider }, 'told')
  add('project.visit_minutes', answered, { visitMinutes: provider }, 'told')
  add('project.followed_deadline', { ...project, companyId: providerCompanyId }, { followedDeadline: provider })
  const lead = people.get('client.lead')?.actor.id ?? ''
  const member = { ...ofClient, userId: lead, actor: 'Ada', actorId }
  add('project.member', { ...member, role: 'lead' }, { projectRoleGiven: ['client.lead'] })
  add('project.member', { ...member, role: null }, { projectRoleEnded: ['client.lead'] })
  add('project.member', { ...member, role: 'lead', userId: lead, actorId: lead }, {})
  for (const gone of world.gone) {
    add('project.member', { ...member, role: 'lead', userId: gone }, {})
    add('company.mandates.set', { ...member, name: 'Ada', userId: gone }, { mandatesSet: clientOwner })
  }
  add('project.invited', { ...project, client: 'Client', companyIds: bidders }, { projectInvited: provider })
  const withdrawn = { companyId: providerCompanyId, title, client: 'Client' }
  add('project.invitation_withdrawn', withdrawn, { invitationWithdrawn: provider })
  add('project.invitation_declined', { ...ofClient, invited: 'Provider' }, { invitationDeclined: buying })
  add('project.cancelled', { ...ofClient, bidderCompanyIds: bidders }, { projectCancelled: provider }, 'told')
  const opened = { ...ofClient, bidderCompanyIds: bidders }
  add('bids.opened', opened, { bidsOpenedOwner: buying, bidsOpenedBidder: provider }, 'told')
  add('bid.submitted', { ...bid, revision: 1 }, { bidSubmitted: provider })
  add('bid.submitted', { ...bid, revision: 2 }, { bidRevised: provider })
  add('bid.awarded', bid, { bidAwarded: provider })
  add('bid.rejected', bid, { bidRejected: provider }, 'told')
  const decided = { awardId: 'a', ...project, bidId: 'another', client: 'Client', letters: [letter] }
  add('award.decided', decided, { awardDecision: provider }, { awardDecision: ['provider.owner'] })
  add('award.decided', { ...decided, bidId }, {}, { awardDecision: ['provider.owner'] })
  const revoked = { title, client: 'Client', letters: [letter] }
  add('award.revoked', revoked, { awardRevoked: provider }, { awardRevoked: ['provider.owner'] })
  const evaluators = { evaluationAsked: client }
  add('evaluation.asked', { ...project, userIds, isAgain: false }, evaluators, { evaluationAsked: client })
  const again = { ...project, userIds, isAgain: true }
  add('evaluation.asked', again, { evaluationReopened: client }, { evaluationReopened: client })
  add('evaluation.completed', ofClient, { evaluationCompleted: buying }, 'told')
  const asked = { ...project, asked: [{ bidId, companyId: providerCompanyId }] }
  add('bids.extension_asked', asked, { bidExtensionAsked: provider }, 'told')
  add('bid.extended', bid, { bidExtended: buying }, 'told')
  const completion = { ...bid, client: 'Client', dueAt: 1 }
  add('bid.completion_asked', completion, { bidCompletionAsked: provider }, { bidCompletionAsked: providerSigners })
  add('bid.completed', bid, { bidCompleted: buying }, 'told')
  add('bid.withdrawn', bid, { bidWithdrawn: buying }, 'told')

  const parties = { contractId, projectId, number: 'C-1', title, clientCompanyId, providerCompanyId }
  const contract = { ...parties, grossCents: 100, currency: 'EUR' as const, actorId, actorCompanyId: providerCompanyId }
  const both = [...contracting, ...provider].filter(isOther)
  add('contract.sent', contract, { contractSent: both }, { contractToSign: providerSigners })
  /** What the provider did is told to the client alone, and what the client did to the provider, in words for the other party. */
  const byClient = { actorId: world.client.actor.id, actorCompanyId: clientCompanyId }
  function addBoth<N extends EventName>(name: N, payload: DomainEvents[N], text: NoticeText, mail?: 'told'): void {
    add(name, payload, { [text]: contracting }, mail)
    add(name, { ...payload, ...byClient }, { [text]: provider }, mail)
  }
  add('contract.signed', contract, { contractSigned: contracting }, { contractToSign: signers })
  add('contract.signed', { ...contract, ...byClient }, { contractSigned: provider }, 'told')
  const activated = { ...contract, settlement: { wonBidId: bidId, wonCompanyId: providerCompanyId, notSelected: [] } }
  add(
    'contract.activated',
    activated,
    { contractActivated: both },
    { contractInForce: [...signers, ...providerSigners] },
  )
  const lost = { bidId: 'lost', companyId: people.get('third')?.company?.id ?? '' }
  const losing = { ...activated, settlement: { ...activated.settlement, notSelected: [lost] } }
  const activation = { contractInForce: [...signers, ...providerSigners], notice: ['third'] } as const
  add('contract.activated', losing, { contractActivated: both, bidNotSelected: ['third'] }, activation)
  add('contract.declined', contract, { contractDeclined: both }, 'told')
  add('contract.voided', contract, { contractVoided: both }, 'told')
  add('contract.expired', contract, { contractExpired: both }, 'told')
  const expiring = { ...contract, unsigned: [providerCompanyId], daysLeft: 3 }
  add('contract.expiring', expiring, { contractExpiring: provider }, { contractReminder: providerSigners })
  add('contract.completed', contract, { contractCompleted: both }, 'told')
  add('contract.terminated', contract, { contractTerminated: both }, 'told')
  addBoth('contract.termination_claimed', contract, 'terminationClaimed')
  add('contract.termination_remedied', contract, { terminationRemedied: both }, 'told')
  add('contract.termination_contested', contract, { terminationContested: both }, 'told')
  add('contract.termination_accepted', contract, { terminationAccepted: both }, 'told')
  add('contract.termination_withdrawn', contract, { terminationWithdrawn: both }, 'told')
  add('contract.termination_due', contract, { terminationDue: both }, 'told')
  const negotiated = (step: DomainEvents['contract.negotiated']['step'], text: NoticeText, mail?: 'told') =>
    add('contract.negotiated', { ...contract, step }, { [text]: both }, mail)
  addBoth('contract.negotiated', { ...contract, step: 'opened' }, 'negotiationOpened')
  addBoth('contract.negotiated', { ...contract, step: 'commented' }, 'negotiationCommented', 'told')
  addBoth('contract.negotiated', { ...contract, step: 'proposed' }, 'negotiationProposed')
  addBoth('contract.negotiated', { ...contract, step: 'accepted' }, 'negotiationAccepted')
  negotiated('rejected', 'negotiationRejected')
  addBoth('contract.negotiated', { ...contract, step: 'withdrawn' }, 'negotiationWithdrawn', 'told')
  for (const [step, text] of [
    ...([
      ['call', 'handoverCalled'],
      ['sign', 'handoverSigned'],
    ] as const),
    ...([
      ['return', 'handoverReturned'],
      ['defect', 'handoverDefect'],
    ] as const),
  ])
    add('contract.handover', { ...contract, step }, { [text]: both }, 'told')
  addBoth('contract.handover', { ...contract, step: 'write' }, 'handoverWritten', 'told')
  addBoth('contract.handover', { ...contract, step: 'propose' }, 'handoverProposed', 'told')
  for (const [status, text] of [
    ...([['open', 'handoverDefectReopened']] as const),
    ...([['fixed', 'handoverDefectFixed']] as const),
    ...([['accepted', 'handoverDefectAccepted']] as const),
  ])
    add(
      'contract.handover',
      { ...contract, step: 'defect', defect: { description: 'Crack', status } },
      { [text]: both },
      'told',
    )
  for (const [step, text] of [
    ...([['begin', 'finalAccountBegun']] as const),
    ...([
      ['sign', 'finalAccountSigned'],
      ['return', 'finalAccountReturned'],
    ] as const),
  ])
    add('contract.final_account', { ...contract, step }, { [text]: both }, 'told')
  addBoth('contract.final_account', { ...contract, step: 'write' }, 'finalAccountWritten', 'told')
  addBoth('contract.final_account', { ...contract, step: 'propose' }, 'finalAccountProposed', 'told')
  const warranty = { ...contract, actorId: null, handoverNumber: 1, warrantyUntil: '2028-05-01' }
  add('warranty.ending', warranty, { warrantyEnding: [...contracting, ...provider] }, 'told')
  add('security.recorded', contract, { securityRecorded: contracting }, 'told')
  add('security.received', contract, { securityReceived: both }, 'told')
  add('security.claimed', contract, { securityClaimed: both }, 'told')
  add('security.returned', contract, { securityReturned: both }, 'told')
  add('security.expiring', contract, { securityExpiring: both }, 'told')
  const change = { ...contract, changeOrderId: 'c', changeName: 'CO-1', changeTitle: 'Beam', changeCents: 100 }
  addBoth('change_order.proposed', change, 'changeProposed')
  add('change_order.accepted', change, { changeAccepted: both })
  add('change_order.rejected', change, { changeRejected: both })
  add('change_order.withdrawn', change, { changeWithdrawn: both })
  add('change_order.lapsed', change, { changeLapsed: both })

  const milestone = { milestoneId, contractId, contractNumber: 'C-1', title, clientCompanyId, providerCompanyId }
  const paid = { ...milestone, ...money, actorId, actorCompanyId: providerCompanyId }
  const everybody = [...paying, ...providerMoney]
  const payers = everybody.filter(isOther)
  const retention = { ...contract, ...money }
  add('milestone.funded', paid, { milestoneFunded: payers }, 'told')
  add('milestone.submitted', paid, { milestoneSubmitted: payers }, 'told')
  add('milestone.approved', paid, { milestoneApproved: payers }, 'told')
  add('milestone.approved', { ...paid, actorId: null }, { milestoneApproved: everybody })
  add('milestone.changes_requested', paid, { milestoneChangesRequested: payers }, 'told')
  add('milestone.released', paid, { milestoneReleased: payers }, 'told')
  add('milestone.released', { ...paid, actorId: null }, { milestoneReleased: everybody })
  add('milestone.refund_requested', paid, { milestoneRefundRequested: payers }, 'told')
  add('milestone.refund_refused', paid, { milestoneRefundRefused: payers }, 'told')
  add('milestone.refund_cancelled', paid, { milestoneRefundCancelled: payers }, 'told')
  add('milestone.refunded', paid, { milestoneRefunded: payers }, 'told')
  add('milestone.part_refunded', paid, { milestonePartRefunded: payers }, 'told')
  add('milestone.disputed', paid, { milestoneDisputed: payers })
  add('milestone.resolved', paid, { milestoneResolved: payers })
  add('milestone.settled', paid, { disputeSettled: payers })
  add('milestone.approval_reminder', { ...paid, daysLeft: 2 }, { milestoneApprovalReminder: paying })
  const valued = (step: ValuationStep, text: NoticeText) =>
    add('milestone.valuation', { ...paid, step }, { [text]: payers }, 'told')
  valued('schedule_proposed', 'scheduleProposed')
  valued('schedule_accepted', 'scheduleAccepted')
  valued('schedule_declined', 'scheduleDeclined')
  valued('schedule_withdrawn', 'scheduleWithdrawn')
  valued('claimed', 'valuationClaimed')
  valued('certified', 'valuationCertified')
  valued('returned', 'valuationReturned')
  valued('withdrawn', 'valuationWithdrawn')
  add('milestone.valuation', { ...paid, step: 'reminded' }, { valuationReminded: paying })
  add('contract.retention_released', retention, { retentionReleased: payers }, 'told')
  add('contract.retention_disputed', retention, { retentionDisputed: payers })
  add('contract.retention_resolved', retention, { retentionResolved: payers })
  add('contract.retention_settled', retention, { disputeSettled: payers })
  const dispute = { ...parties, subjectId: milestoneId, currency: 'EUR' as const, actorId }
  for (const [step, text] of [
    ...([
      ['state', 'disputeStated'],
      ['offer', 'disputeOffered'],
    ] as const),
    ...([
      ['decline', 'disputeOfferDeclined'],
      ['withdraw', 'disputeOfferWithdrawn'],
    ] as const),
  ])
    add('dispute.step', { ...dispute, step }, { [text]: payers, disputeForAdmins: admins }, { notice: admins })
  add('dispute.step', { ...dispute, step: 'ask', asked: 'client' }, { disputeAsked: paying })
  add('dispute.step', { ...dispute, step: 'ask', asked: 'provider' }, { disputeAsked: providerMoney.filter(isOther) })
  add('transfer.waiting', paid, { transferWaiting: paying })
  const own = { companyId: clientCompanyId, ...money }
  add('balance.credited', own, { balanceCredited: clientMoney }, 'told')
  add('payout.booked', { ...own, ending: '0082' }, { payoutBooked: clientMoney }, 'told')
  add('payout.returned', { ...own, ending: '0082' }, { payoutReturned: clientMoney }, 'told')
  add('transfer.reversed', { ...own, contractId: null }, { transferReversed: clientMoney }, 'told')
  add('bank.not_reconciled', { day: '2026-06-01', onlyStatements: false }, { bankNotReconciled: admins }, 'told')
  add('bank.not_reconciled', { day: '2026-06-01', onlyStatements: true }, { bankStatementsBroken: admins }, 'told')
  add('ledger.unsound', { findings: [] }, { ledgerUnsound: admins }, 'told')
  const planOf = { companyId: clientCompanyId }
  add('subscription.trial_ending', { ...planOf, untilAt: 1 }, { trialEnding: clientOwner }, 'told')
  add('subscription.trial_over', planOf, { trialOver: clientOwner }, 'told')
  add('subscription.overdue', { ...planOf, untilAt: 1 }, { planOverdue: clientOwner }, 'told')
  add('subscription.over', planOf, { planOver: clientOwner }, 'told')
  add('subscription.given_back', { ...planOf, company: 'Client' }, { planGivenBack: admins }, 'told')
  add('quote_request.sent', { requestId: 'q', kind: 'quote' }, { quoteRequested: admins }, 'told')
  add('quote_request.sent', { requestId: 'q', kind: 'sales' }, { salesRequested: admins }, 'told')
  add('quote_request.due', { requestId: 'q', replyByAt: 0 }, { quoteRequestDue: admins }, 'told')

  const invoiced = { invoiceId: 'i', companyId: providerCompanyId, buyerCompanyId: clientCompanyId, contractId }
  const invoice = { ...invoiced, milestoneId, number: '1', grossCents: 100, currency: 'EUR' as const, actorId }
  add('invoice.sent', invoice, { invoiceReceived: clientMoney }, 'told')
  add('invoice.sent', { ...invoice, settled: 'paid' as const }, { settledInvoiceReceived: clientMoney }, 'told')
  add('invoice.sent', { ...invoice, settled: 'credit_note' as const }, {})
  const credited = { ...invoice, creditNoteId: 'n', creditNoteNumber: '2' }
  add('invoice.credited', credited, { invoiceCredited: clientMoney }, 'told')
  add('invoice.refunded', { ...invoice, refundedCents: 1 }, { invoiceRefunded: clientMoney }, 'told')
  add('invoice.set_off', { ...invoice, setOffCents: 1 }, { invoiceSetOff: clientMoney }, 'told')
  add('invoice.paid', invoice, { invoicePaid: providerMoney.filter(isOther) }, 'told')
  const received = { receivedId: world.receivedId, userIds, supplier: 'S', ...money }
  add('received_invoice.checked', received, { receivedToApprove: clientMoney }, 'told')
  const quote = { quoteId: 'q', companyId: clientCompanyId, number: 'Q-2026-0001', buyer: 'B', ...money }
  add('quote.answered', { ...quote, outcome: 'accepted' as const }, { quoteAccepted: clientMoney }, 'told')
  add('quote.answered', { ...quote, outcome: 'declined' as const }, { quoteDeclined: clientMoney }, 'told')
  const schedule = { scheduleId: 's', companyId: clientCompanyId, userIds, buyer: 'B' }
  add('schedule.drafted', { ...schedule, invoiceId: 'i', ...money }, { recurringDrafted: clientMoney }, 'told')
  add('schedule.ended', schedule, { recurringEnded: clientMoney }, 'told')
  add('schedule.stopped', schedule, { recurringStopped: clientMoney }, 'told')

  const left = { companyId: clientCompanyId, company: 'Client', name: 'Ada' }
  const team = { ...left, actor: 'Bo', actorId: lead }
  add('company.member.left', left, { memberLeft: clientOwner })
  add('company.member.removed', team, { memberRemoved: clientOwner })
  add('company.mandates.set', { ...team, userId: lead }, { mandatesSet: ['client.lead', 'client.owner'] })
  const account = { ...left, ending: '0082', effectiveAt: 2, payoutsFrom: 2 }
  add('company.bank_account.entered', { ...account, isFirst: true }, { bankAccountAdded: clientOwner })
  add('company.bank_account.entered', { ...account, isFirst: false }, { bankAccountChanged: clientOwner })
  add('company.bank_account.cancelled', account, { bankAccountCancelled: clientOwner }, 'told')
  add('company.bank_account.in_force', account, { bankAccountInForce: clientOwner }, 'told')
  const listing = { companyId: clientCompanyId }
  add(
    'company.listing_taken_down',
    { ...listing, reason: 'R' },
    { listingTakenDown: clientOwner },
    { listingTakenDown: clientOwner },
  )
  add('company.listing_restored', listing, { listingRestored: clientOwner })
  const keepers: readonly Name[] = ['client.owner', 'client.manager']
  const ending = { companyId: clientCompanyId, name: 'Client', issuer: 'I', endsOn: '2026-07-01' }
  add('company.certificate_ending', ending, { certificateEnding: keepers }, { certificateEnding: keepers })
  // An approval names nobody but colleagues, so it reaches those as well to whom everything is closed.
  const colleagues: readonly Name[] = [...clientMoney, 'client.closed']
  const approval = { approvalId: 'a', companyId: clientCompanyId, act: 'sign' as const, asker: 'Ada', userIds }
  add('approval.asked', { ...approval, expiresAt: 1 }, { approvalAsked: colleagues })
  for (const [status, text] of [
    ...([
      ['approved', 'approvalApproved'],
      ['refused', 'approvalRefused'],
      ['withdrawn', 'approvalWithdrawn'],
    ] as const),
    ...([
      ['expired', 'approvalExpired'],
      ['voided', 'approvalVoided'],
    ] as const),
  ])
    add('approval.decided', { ...approval, status, by: 'Bo' }, { [text]: colleagues })

  const author = people.get('client.manager')?.actor.id ?? ''
  const pending = { pendingMessageId: 'p', conversationId: groupId, authorId: author }
  add('chat.pending.sent', pending, { chatPending: clientOwner })
  add('chat.pending.decided', { ...pending, approved: true }, { chatApproved: ['client.manager'] })
  add('chat.pending.decided', { ...pending, approved: false }, { chatDenied: ['client.manager'] })
  const scheduled = { scheduledId: 's', conversationId: groupId, authorId: author }
  add('chat.scheduled.refused', scheduled, { chatScheduledRefused: ['client.manager'] })
  const message = { messageId: world.messageId, conversationId: groupId }
  const mentioned = { ...message, mentionedIds: userIds, repliedToId: null }
  add('chat.message.addressed', mentioned, { chatMention: ['client.manager'] })
  const reply = { ...message, mentionedIds: [], repliedToId: people.get('client.manager')?.actor.id ?? '' }
  add('chat.message.addressed', reply, { chatReply: ['client.manager'] })
  return rows
}
