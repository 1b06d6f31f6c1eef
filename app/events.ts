import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'

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

/** A message that waits for an admin's approval, or did. */
export type PendingMessageEvent = { pendingMessageId: string; conversationId: string; authorId: string }

/** Which message it is about. What is in it is not kept twice: see `recordMessage` (conversations) for how readers get it. */
export type MessageEvent = { messageId: string; conversationId: string }

/** `companyId` is the bidder's company. */
export type BidEvent = { bidId: string; projectId: string; companyId: string; ownerCompanyId: string; title: string }

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
  /** Somebody has a new notification, so their bell changes. */
  'notification.created': { userIds: string[] }

  'project.published': {
    projectId: string
    companyId: string
    title: string
    category: ProjectCategory
    location: string
    /** UTC ms. */
    bidDeadline: number
  }
  /** `bidderCompanyIds` serves to notify the bidders; nobody else may read it while the bids are sealed. */
  'project.addendum': {
    projectId: string
    companyId: string
    title: string
    version: number
    bidderCompanyIds: string[]
  }
  'project.cancelled': { projectId: string; companyId: string; title: string; bidderCompanyIds: string[] }

  /** For the bidder only: it names no owner and carries no amount (BID-1). `companyId` is the bidder's company. */
  'bid.submitted': { bidId: string; projectId: string; companyId: string; title: string; revision: number }
  /** Only for an opened bid; nobody is notified when a sealed one is withdrawn. */
  'bid.withdrawn': BidEvent
  /** `companyId` is the owner's company. */
  'bids.opened': { projectId: string; companyId: string; title: string; bidderCompanyIds: string[] }
  'bid.rejected': BidEvent
  'bid.awarded': BidEvent

  'contract.sent': ContractEvent
  'contract.signed': ContractEvent
  /** `settlement` lists the winning bid and those that were not selected. */
  'contract.activated': ContractEvent & {
    settlement: { wonBidId: string; wonCompanyId: string; notSelected: Array<{ bidId: string; companyId: string }> }
  }
  'contract.declined': ContractEvent
  'contract.voided': ContractEvent
  'contract.expired': ContractEvent
  'contract.completed': ContractEvent
  'contract.terminated': ContractEvent

  'milestone.funded': MilestoneEvent
  'milestone.submitted': MilestoneEvent
  'milestone.approved': MilestoneEvent
  'milestone.changes_requested': MilestoneEvent
  'milestone.released': MilestoneEvent
  'milestone.refund_requested': MilestoneEvent
  'milestone.refund_refused': MilestoneEvent
  'milestone.refund_cancelled': MilestoneEvent
  'milestone.refunded': MilestoneEvent
  'milestone.disputed': MilestoneEvent
  'milestone.resolved': MilestoneEvent
  /** Submitted work awaits approval; after `daysLeft` days it counts as approved. */
  'milestone.approval_reminder': MilestoneEvent & { daysLeft: number }
  'ledger.unsound': { findings: Array<{ what: string; which: string }> }

  'invoice.issued': InvoiceEvent
  'invoice.sent': InvoiceEvent
  'invoice.paid': InvoiceEvent
  /** `grossCents` is the credit note's gross amount. */
  'invoice.credited': InvoiceEvent & { creditNoteId: string; creditNoteNumber: string }

  /** New in a conversation. */
  'chat.message.stored': MessageEvent
  /** Edited, unsent, removed, reacted to, pinned, or given its preview. */
  'chat.message.changed': MessageEvent
  /**
   * It names people, or answers somebody, who find it among their notifications. Apart from `chat.message.stored`, because
   * what is handled durably costs a commit, which most messages need not.
   */
  'chat.message.addressed': MessageEvent & { mentionedIds: string[]; repliedToId: string | null }
  /** Gone for one person only. */
  'chat.message.hidden': MessageEvent & { userId: string }
  /** In a moderated group: its admins have something to decide. */
  'chat.pending.sent': PendingMessageEvent
  /** Taken back by its author before that: nobody has it any more. */
  'chat.pending.unsent': PendingMessageEvent
  /** Let through (it is stored, and recorded as such, too) or turned down. */
  'chat.pending.decided': PendingMessageEvent & { approved: boolean }
  /** How far somebody has read; of who says something, the message itself tells it. `at` is UTC ms. */
  'chat.read': { conversationId: string; userId: string; lastReadSeq: number; unread: number; at: number }
  /** What its members see of a conversation has changed: name, settings, members, requests. `userIds`: whom it concerns. */
  'chat.conversation.changed': { conversationId: string; userIds: string[] }
  'chat.members.joined': { conversationId: string; userIds: string[] }
  /** Left or were removed: their sockets leave the room before anything else is told there. */
  'chat.members.left': { conversationId: string; userIds: string[] }

  /** They come or go, or are to be seen otherwise, or say something else of themselves. */
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
