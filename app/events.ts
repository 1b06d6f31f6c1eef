import type { ApprovalStatus } from '#db/vocabulary/approvals.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProjectCategory, ProjectRole } from '#db/vocabulary/projects.ts'
import type {
  ApprovalEvent,
  AwardLetter,
  BankAccountEvent,
  BidEvent,
  CallChange,
  ChangeOrderEvent,
  ContractEvent,
  DisputeEvent,
  FinalAccountEvent,
  HandoverEvent,
  InvoiceEvent,
  MessageEvent,
  MilestoneEvent,
  PayoutEvent,
  PendingMessageEvent,
  QuoteEvent,
  RetentionEvent,
  ScheduleEvent,
  ValuationStep,
} from './event-payloads.ts'

/**
 * Every domain event by name, with its payload: ids and facts that survive JSON. A verb records its events with
 * `recordEvent` (db/outbox.server.ts) in its own transaction. The listeners in app/listeners.server.ts handle each
 * event once; realtime notifies whoever is connected now (`subscribe`).
 */
export type DomainEvents = {
  /** Browser sessions that have ended: signed out, ended by a password change, or of a disabled account. */
  'session.ended': { sessionHashes: string[] }
  /** Somebody joined or left a company. */
  'company.members.changed': { companyId: string }
  /** Somebody left a company of their own accord. */
  'company.member.left': { companyId: string; company: string; name: string }
  /** An owner or a manager (`actor`, a name) removed somebody from a company. */
  'company.member.removed': { companyId: string; company: string; name: string; actor: string; actorId: string }
  /** An owner (`actor`, a name) set how far somebody (`name`) may bind the company. */
  'company.mandates.set': { companyId: string; userId: string; name: string; actor: string }
  /** A company's bank account will change, or (`isFirst`) has its first one; `name` entered it. Only the last four characters. */
  'company.bank_account.entered': BankAccountEvent & { name: string; isFirst: boolean }
  'company.bank_account.cancelled': BankAccountEvent & { name: string }
  'company.bank_account.in_force': BankAccountEvent
  /** A certificate that a company keeps ends soon, on a day (YYYY-MM-DD). */
  /** Staff took the company's page out of the public directory, or show it again. */
  'company.listing_taken_down': { companyId: string; reason: string }
  'company.listing_restored': { companyId: string }
  'company.certificate_ending': { companyId: string; name: string; issuer: string; endsOn: string }
  /** Somebody asks for an approval until `expiresAt` (UTC ms). */
  'approval.asked': ApprovalEvent & { expiresAt: number }
  /** It was approved, refused or withdrawn by somebody (`by`, a name), or it ended by itself (''). */
  'approval.decided': ApprovalEvent & { status: ApprovalStatus; by: string }
  /** People have a new notification, of a text of `notifications:texts`, so their bell changes. */
  'notification.created': { userIds: string[]; text: string }
  /** Somebody has read or deleted notifications of theirs, or looked at their missed calls. */
  'notification.read': { userId: string }

  'project.published': {
    projectId: string
    companyId: string
    title: string
    category: ProjectCategory
    location: string
    /** UTC ms. */
    bidDeadline: number
  }
  /** A project that takes bids can be read about by everybody from now on. */
  'project.shown': { projectId: string }
  /** `bidderCompanyIds` serves to notify the bidders; nobody else may read it while the bids are sealed. */
  'project.addendum': {
    projectId: string
    companyId: string
    title: string
    version: number
    bidderCompanyIds: string[]
  }
  /** `companyId` is the client's. It does not say who asked. */
  'project.question_asked': { projectId: string; companyId: string; title: string }
  /** `companyIds`: whoever bids or has asked; for their notifications only, since nobody else may know them. */
  'project.question_answered': { projectId: string; title: string; number: number; companyIds: string[] }
  /** `companyIds`: whoever bids, follows or visits; for their notifications only. `number` is the visit's. */
  'project.visit_minutes': { projectId: string; title: string; number: number; companyIds: string[] }
  /** For the company that follows it only. */
  'project.followed_deadline': { projectId: string; companyId: string; title: string }
  /** Companies were invited to bid on a project of `client` (a name). */
  /** Somebody has a role on a project, another one, or (null) none any more. */
  'project.member': {
    projectId: string
    companyId: string
    userId: string
    title: string
    role: ProjectRole | null
    actor: string
    actorId: string
  }
  'project.invited': { projectId: string; title: string; client: string; companyIds: string[] }
  /** `companyId` is that of the company that was invited. */
  'project.invitation_withdrawn': { companyId: string; title: string; client: string }
  /** `companyId` is the client's; `invited` (a name) declined. */
  'project.invitation_declined': { projectId: string; companyId: string; title: string; invited: string }
  'project.cancelled': { projectId: string; companyId: string; title: string; bidderCompanyIds: string[] }

  /** For the bidder only: it names no owner and carries no amount (BID-1). `companyId` is the bidder's company. */
  'bid.submitted': { bidId: string; projectId: string; companyId: string; title: string; revision: number }
  /** Only for an opened bid; nobody is notified when a sealed one is withdrawn. */
  'bid.withdrawn': BidEvent
  /** `companyId` is the owner's company. */
  'bids.opened': { projectId: string; companyId: string; title: string; bidderCompanyIds: string[] }
  'bid.rejected': BidEvent
  /** People are asked to score the bids of a project, or (`isAgain`) to change the points that they had submitted. */
  'evaluation.asked': { projectId: string; title: string; userIds: string[]; isAgain: boolean }
  /** All evaluators have submitted their points. `companyId` is the client's. */
  'evaluation.completed': { projectId: string; companyId: string; title: string }
  /** The client asks bidders to keep their opened bids binding for longer. `companyId` is a bidder's company. */
  'bids.extension_asked': { projectId: string; title: string; asked: { bidId: string; companyId: string }[] }
  'bid.extended': BidEvent
  /** The client asks the bidder to complete its bid until `dueAt` (UTC ms). */
  'bid.completion_asked': BidEvent & { client: string; dueAt: number }
  'bid.completed': BidEvent
  'bid.awarded': BidEvent
  /** With a letter for each bidder, about the award of `bidId`. `client` is the name of the owner's company. */
  'award.decided': {
    awardId: string
    projectId: string
    bidId: string
    title: string
    client: string
    letters: AwardLetter[]
  }

  /** No contract came about with the chosen bidder, or the client took the award back; `letters` are those to whoever is told. `client` is a name. */
  'award.revoked': { title: string; client: string; letters: AwardLetter[] }

  'contract.sent': ContractEvent
  /** One party has signed, and the other has not yet. */
  'contract.signed': ContractEvent
  /** `settlement` lists the winning bid and those that were not selected. */
  'contract.activated': ContractEvent & {
    settlement: { wonBidId: string; wonCompanyId: string; notSelected: Array<{ bidId: string; companyId: string }> }
  }
  'contract.declined': ContractEvent
  'contract.voided': ContractEvent
  'contract.expired': ContractEvent
  'contract.completed': ContractEvent
  /** The time to sign ends in a few days; `unsigned` are the companies that have not signed. */
  'contract.expiring': ContractEvent & { unsigned: string[]; daysLeft: number }
  'contract.terminated': ContractEvent
  /** A notice of termination was given, answered or withdrawn while the contract goes on, or accepted or contested after its end. */
  'contract.termination_claimed': ContractEvent
  'contract.termination_remedied': ContractEvent
  'contract.termination_contested': ContractEvent
  'contract.termination_accepted': ContractEvent
  'contract.termination_withdrawn': ContractEvent
  /** The time to remedy its ground has ended. */
  'contract.termination_due': ContractEvent
  /** A step of either party while a draft is open to both. */
  'contract.negotiated': ContractEvent & {
    step: 'opened' | 'commented' | 'proposed' | 'accepted' | 'rejected' | 'withdrawn'
  }
  'contract.handover': HandoverEvent
  'contract.final_account': FinalAccountEvent
  /** The warranty time that began with a handover ends soon, on a day (YYYY-MM-DD). */
  'warranty.ending': ContractEvent & { handoverNumber: number; warrantyUntil: string }
  /** A security was recorded, received, claimed from or given back, or is about to expire. */
  'security.recorded': ContractEvent
  'security.received': ContractEvent
  'security.claimed': ContractEvent
  'security.returned': ContractEvent
  'security.expiring': ContractEvent
  'change_order.proposed': ChangeOrderEvent
  'change_order.accepted': ChangeOrderEvent
  'change_order.rejected': ChangeOrderEvent
  'change_order.withdrawn': ChangeOrderEvent
  'change_order.lapsed': ChangeOrderEvent
  /** The retention of a contract that has ended; `amountCents` is all of it. */
  'contract.retention_released': RetentionEvent
  'contract.retention_disputed': RetentionEvent
  'contract.retention_resolved': RetentionEvent
  'contract.retention_settled': RetentionEvent
  /** A step of a dispute that does not end it. */
  'dispute.step': DisputeEvent

  /** `amountCents` is what the step is about, with VAT: what a valuation claims or a certificate releases. */
  'milestone.valuation': MilestoneEvent & { step: ValuationStep }
  'milestone.funded': MilestoneEvent
  'milestone.submitted': MilestoneEvent
  'milestone.approved': MilestoneEvent
  'milestone.changes_requested': MilestoneEvent
  'milestone.released': MilestoneEvent
  'milestone.refund_requested': MilestoneEvent
  'milestone.refund_refused': MilestoneEvent
  'milestone.refund_cancelled': MilestoneEvent
  'milestone.refunded': MilestoneEvent
  /** A part went back, and the milestone goes on with the rest. */
  'milestone.part_refunded': MilestoneEvent
  'milestone.disputed': MilestoneEvent
  'milestone.resolved': MilestoneEvent
  'milestone.settled': MilestoneEvent
  /** Submitted work awaits approval; after `daysLeft` days it counts as approved. */
  'milestone.approval_reminder': MilestoneEvent & { daysLeft: number }
  /** The amount and currency that arrived, for the milestone of its reference. */
  'transfer.waiting': MilestoneEvent
  /** Money of a company's own that arrived without a milestone that it fits. */
  'balance.credited': { companyId: string; amountCents: number; currency: Currency }
  /** The statement shows a payment to a company. */
  'payout.booked': PayoutEvent
  /** A payment to a company came back to its balance. */
  'payout.returned': PayoutEvent
  /** A transfer that was recorded wrongly is reversed: to whom it was credited, or the client who was told that it waits. */
  'transfer.reversed': {
    companyId: string
    /** The contract of its reference; null if it named none. */
    contractId: string | null
    amountCents: number
    currency: Currency
  }
  /** A company's trial ends soon, at `untilAt` in UTC ms; and has ended. */
  'subscription.trial_ending': { companyId: string; untilAt: number }
  'subscription.trial_over': { companyId: string }
  /** An invoice of a company's plan is overdue; its workspace is open until `untilAt` (UTC ms). */
  'subscription.overdue': { companyId: string; untilAt: number }
  /** A company's workspace became read-only, because its plan was not paid. */
  'subscription.over': { companyId: string }
  /** A company wants what it paid for its plan back, which the platform owes it now. */
  'subscription.given_back': { companyId: string; company: string }
  /** A visitor has asked for a quote, or about a plan. */
  'quote_request.sent': { requestId: string; kind: 'quote' | 'sales' }
  /** The reply to a quote request is due soon, or over; `replyByAt` in UTC ms. */
  'quote_request.due': { requestId: string; replyByAt: number }

  /** The nightly comparison of the bank with the ledger found what was not open before; `onlyStatements`: the sums agree, but statements overlap or one is missing. */
  'bank.not_reconciled': { day: string; onlyStatements: boolean }
  /** The nightly proof of the ledger found what does not add up. */
  'ledger.unsound': { findings: Array<{ what: string; which: string }> }

  /** A supplier's invoice waits for approval by one of `userIds`, whose mandates cover it. */
  'received_invoice.checked': {
    receivedId: string
    userIds: string[]
    supplier: string
    amountCents: number
    currency: Currency
  }
  /** A recurring invoice was drafted, was the last one, or could not be made; `userIds`: in whose name it is. */
  'schedule.drafted': ScheduleEvent & { invoiceId: string; amountCents: number; currency: Currency }
  'schedule.ended': ScheduleEvent
  'schedule.stopped': ScheduleEvent
  'invoice.issued': InvoiceEvent
  /** `mailedTo`: the address that got the invoice; `settled`: a credit note, or an invoice of which nothing is payable when it is sent. */
  'invoice.sent': InvoiceEvent & { mailedTo?: string; settled?: 'credit_note' | 'paid' }
  'invoice.paid': InvoiceEvent
  'invoice.refunded': InvoiceEvent & { refundedCents: number }
  /** Of the invoice that is paid by it. */
  'invoice.set_off': InvoiceEvent & { setOffCents: number }
  /** `grossCents` is the credit note's gross amount. */
  'invoice.credited': InvoiceEvent & { creditNoteId: string; creditNoteNumber: string }
  'quote.answered': QuoteEvent

  /** A new message in a conversation. */
  'chat.message.stored': MessageEvent
  /** A message was edited, unsent, removed, reacted to, pinned, or got its link preview. */
  'chat.message.changed': MessageEvent
  /**
   * A message mentions people or replies to somebody, who are notified. Separate from `chat.message.stored`, because durable
   * handling costs a commit, which most messages do not need.
   */
  'chat.message.addressed': MessageEvent & { mentionedIds: string[]; repliedToId: string | null }
  /** A message was hidden for one person only. */
  'chat.message.hidden': MessageEvent & { userId: string }
  /** A message in a moderated group awaits the decision of its admins. */
  'chat.pending.sent': PendingMessageEvent
  /** The author withdrew a pending message. */
  'chat.pending.unsent': PendingMessageEvent
  /** A pending message was approved (it is then also stored and recorded as such) or rejected. */
  'chat.pending.decided': PendingMessageEvent & { approved: boolean }
  /** A scheduled message could not be sent any more when its time came, which its author is told. */
  'chat.scheduled.refused': { scheduledId: string; conversationId: string; authorId: string }
  /** A member's read cursor moved; sending a message moves the author's without this event. `at` is UTC ms. */
  'chat.read': { conversationId: string; userId: string; lastReadSeq: number; unread: number; at: number }
  /** The name, settings, members or requests of a conversation changed. `userIds`: the people concerned. */
  'chat.conversation.changed': { conversationId: string; userIds: string[] }
  'chat.members.joined': { conversationId: string; userIds: string[] }
  /** Members left or were removed: their sockets leave the room before any later event reaches it. */
  'chat.members.left': { conversationId: string; userIds: string[] }

  /** A call, or somebody's part in it, has changed; `rev` is its revision. */
  'call.changed': CallChange
  /** A broadcast has begun, is over, or its recording is there. */
  'broadcast.changed': { broadcastId: string }
  'broadcast.asked': { broadcastId: string; questionId: string }

  /** People's presence, visibility or status text changed. */
  'presence.changed': { userIds: string[] }
}

export type EventName = keyof DomainEvents

/** A recorded event. */
export type DomainEvent<N extends EventName = EventName> = {
  [Name in N]: {
    /** Ascends in commit order. */
    id: number
    name: Name
    payload: DomainEvents[Name]
    /** UTC ms when the verb ran. */
    at: number
    requestId: string
    /** The user who caused it; null for the system. */
    actorId: string | null
  }
}[N]
