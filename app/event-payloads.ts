import type { ApprovalAct } from '#db/vocabulary/approvals.ts'
import type { CallEndReason } from '#db/vocabulary/calls.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { DefectStatus } from '#db/vocabulary/handover.ts'

/** `ending` is what is told of the IBAN. */
export type PayoutEvent = { companyId: string; amountCents: number; currency: Currency; ending: string }

/** Fields of every contract event. A missing actor is the system. */
export type ContractEvent = {
  contractId: string
  projectId: string
  number: string
  title: string
  clientCompanyId: string
  providerCompanyId: string
  grossCents: number
  currency: Currency
  actorId: string | null
  actorCompanyId: string | null
  reason?: string
}

/** A step of a contract's handover: called, written by a party after the other, signed by one party, by both, returned, or a defect of it has changed, and to what. */
export type HandoverEvent = ContractEvent & {
  step: 'call' | 'write' | 'propose' | 'sign' | 'return' | 'defect'
  defect?: { description: string; status: DefectStatus }
}

/** A step of a contract's final account: begun, written by a party after the other, signed by one party, by both, or returned. */
export type FinalAccountEvent = ContractEvent & { step: 'begin' | 'write' | 'propose' | 'sign' | 'return' }

/** A step of a change order; `changeCents` is its gross amount, below zero for a deduction. */
export type ChangeOrderEvent = ContractEvent & {
  changeOrderId: string
  /** CO-1 */
  changeName: string
  changeTitle: string
  changeCents: number
}

export type RetentionEvent = ContractEvent & { amountCents: number }

/** A step of a dispute: a statement, the admin's request for one, or an offer of settlement that was made, declined or withdrawn. */
export type DisputeEvent = {
  contractId: string
  /** The milestone, or the contract where the dispute is about its retention. */
  subjectId: string
  number: string
  title: string
  clientCompanyId: string
  providerCompanyId: string
  currency: Currency
  actorId: string
  step: 'state' | 'ask' | 'offer' | 'decline' | 'withdraw'
  /** `YYYY-MM-DD`: until when a statement is asked for, or an offer open. */
  day?: string
  asked?: 'both' | 'client' | 'provider'
}

/** Fields of every milestone event. A missing actor is the system. */
export type MilestoneEvent = {
  milestoneId: string
  contractId: string
  contractNumber: string
  title: string
  clientCompanyId: string
  providerCompanyId: string
  amountCents: number
  currency: Currency
  actorId: string | null
  actorCompanyId: string | null
  /** The actor's reason or note. */
  note?: string
}

/** A step of a milestone's schedule of values, or of a valuation of it. */
export type ValuationStep =
  | 'schedule_proposed'
  | 'schedule_accepted'
  | 'schedule_declined'
  | 'schedule_withdrawn'
  | 'claimed'
  | 'certified'
  | 'returned'
  | 'withdrawn'
  | 'reminded'

/** Fields of every invoice event. The invoice has its number by then. */
export type InvoiceEvent = {
  invoiceId: string
  /** The seller's company. */
  companyId: string
  /** The buyer's company, if it is on the platform. */
  buyerCompanyId: string | null
  contractId: string | null
  milestoneId: string | null
  number: string
  grossCents: number
  currency: Currency
  actorId: string | null
}

export type ScheduleEvent = { scheduleId: string; companyId: string; userIds: string[]; buyer: string }

/** An answer of a client to a quote of a company, by its link. */
export type QuoteEvent = {
  quoteId: string
  companyId: string
  number: string
  buyer: string
  amountCents: number
  currency: Currency
  outcome: 'accepted' | 'declined'
}

/** `ending`: the last four characters of the new IBAN. */
export type BankAccountEvent = {
  companyId: string
  company: string
  ending: string
  /** From when invoices carry it and payouts go there (UTC ms). */
  effectiveAt: number
  payoutsFrom: number
}

/** A request that a colleague approves what is above one's mandate. `asker` is a name, `userIds` are those to tell. */
export type ApprovalEvent = {
  approvalId: string
  companyId: string
  act: ApprovalAct
  asker: string
  userIds: string[]
}

/** A message that awaits, or awaited, an admin's approval. */
export type PendingMessageEvent = { pendingMessageId: string; conversationId: string; authorId: string }

/** Identifies the message. Its content is not stored twice; see `recordMessage` (conversations) for how subscribers get it. */
export type MessageEvent = { messageId: string; conversationId: string }

/** `companyId` is the bidder's company. */
export type BidEvent = { bidId: string; projectId: string; companyId: string; ownerCompanyId: string; title: string }

/** A letter about an award; `userId` submitted the bid that it answers. */
export type AwardLetter = { bidId: string; companyId: string; userId: string | null }

/** `steps`: what has happened to whom. `moved`: another tab has taken the call from this socket. */
export type CallChange = {
  callId: string
  rev: number
  steps: Array<{
    what: 'rung' | 'answered' | 'rejected' | 'missed' | 'left' | 'muted'
    participantId: string
    userId: string
    reason: CallEndReason | null
  }>
  moved: { userId: string; socketId: string } | null
}
