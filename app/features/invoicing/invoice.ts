import { bankingDayFrom } from '#app/platform/banking-days.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { InvoiceKind, InvoiceStatus } from '#db/vocabulary/invoicing.ts'

/** `issuer`: the seller's company, with write access; `recipient`: the buyer's; `system`: escrow or a bank statement. */
export const invoiceRoles = ['issuer', 'recipient', 'other', 'system'] as const
export type InvoiceRole = (typeof invoiceRoles)[number]

export const invoiceActions = [
  'edit',
  'issue',
  'send',
  'record_payment',
  'record_retention',
  'move_payment',
  'give_back',
  'credit',
  'remind',
] as const
export type InvoiceAction = (typeof invoiceActions)[number]

/** The amounts of one invoice, in cents of its currency. */
export type InvoiceBalance = {
  grossCents: number
  paidCents: number
  creditedCents: number
  /** Retained by escrow until the contract ends; not due before. */
  retainedCents: number
}

type InvoiceFacts = InvoiceBalance & {
  kind: InvoiceKind
  /** The draft has at least one line. */
  hasLines: boolean
  /** It deducts advances, which may cover all of it. */
  hasAdvances?: boolean
  /** The due date has passed. */
  isPastDue: boolean
  /** For `record_payment`, `give_back` and `credit`: the payment, what goes back, or the credit note's gross, in cents. */
  amountCents?: number
  /** For `send`: it was already sent to the buyer. */
  isSent?: boolean
}

type InvoiceMachine = {
  namespace: 'invoicing'
  state: InvoiceStatus
  action: InvoiceAction
  role: InvoiceRole
  facts: InvoiceFacts
  refusal:
    | 'noLines'
    | 'zeroTotal'
    | 'creditNote'
    | 'notPositive'
    | 'paymentExceedsOpen'
    | 'creditExceedsInvoice'
    | 'notOverdue'
    | 'alreadySent'
    | 'nothingOwedBack'
    | 'moreThanOwedBack'
}
export type InvoiceRefusal = RefusalKey<InvoiceMachine>

const outstanding = ['issued', 'sent', 'partly_paid'] as const satisfies InvoiceStatus[]
const issuedStatuses = [...outstanding, 'paid'] as const satisfies InvoiceStatus[]

const isNoCreditNote = ({ kind }: InvoiceFacts) => (kind === 'credit_note' ? 'creditNote' : null)

const isPositive = ({ amountCents = 0 }: InvoiceFacts) =>
  Number.isSafeInteger(amountCents) && amountCents > 0 ? null : 'notPositive'

/** Users cannot record more than is open. What a bank or escrow reports is a fact, even if it is more. */
function mayPay(facts: InvoiceFacts) {
  const refusal = isPositive(facts)
  if (refusal) return refusal
  return (facts.amountCents ?? 0) > openCents(facts) ? 'paymentExceedsOpen' : null
}

const isOwedBack = (facts: InvoiceFacts) => (overpaidCents(facts) > 0 ? null : 'nothingOwedBack')

/** The seller gives back what was paid above the invoice, and no more (INV-13). */
function mayGiveBack(facts: InvoiceFacts) {
  const refusal = isPositive(facts)
  if (refusal) return refusal
  return (facts.amountCents ?? 0) > overpaidCents(facts) ? 'moreThanOwedBack' : null
}

const isNotSent = ({ isSent = false }: InvoiceFacts) => (isSent ? 'alreadySent' : null)

function mayCredit(facts: InvoiceFacts) {
  const refusal = isPositive(facts)
  if (refusal) return refusal
  return facts.creditedCents + (facts.amountCents ?? 0) > facts.grossCents ? 'creditExceedsInvoice' : null
}

function afterPayment({ amountCents = 0, ...balance }: InvoiceFacts): InvoiceStatus {
  return unpaidCents({ ...balance, paidCents: balance.paidCents + amountCents }) > 0 ? 'partly_paid' : 'paid'
}

function afterCredit(from: InvoiceStatus, { amountCents = 0, ...balance }: InvoiceFacts): InvoiceStatus {
  const after = { ...balance, creditedCents: balance.creditedCents + amountCents }
  if (after.creditedCents === after.grossCents) return 'credited'
  return unpaidCents(after) > 0 ? from : 'paid'
}

/** An invoice is issued for a sale, and a sale is made for a price, of which advances may leave nothing to pay (INV-2). */
function hasSomethingToPay({
  hasLines,
  hasAdvances = false,
  grossCents,
}: InvoiceFacts): 'noLines' | 'zeroTotal' | null {
  if (!hasLines) return 'noLines'
  return grossCents > 0 || (hasAdvances && grossCents === 0) ? null : 'zeroTotal'
}

/**
 * The state machine of an invoice (INV-2). An invoice is immutable from `issued` on and is corrected only by credit notes,
 * whose sum never exceeds it. A credit note itself goes draft → issued → sent.
 */
export const invoiceMachine = defineMachine<InvoiceMachine>({
  namespace: 'invoicing',
  transitions: [
    { from: 'draft', action: 'edit', by: 'issuer', to: 'draft' },
    {
      from: 'draft',
      action: 'issue',
      by: ['issuer', 'system'],
      to: 'issued',
      when: hasSomethingToPay,
    },
    { from: 'issued', action: 'send', by: ['issuer', 'system'], to: 'sent', when: isNotSent },
    // An invoice already paid when issued (from escrow) is sent as well, but keeps its payment state.
    ...(['partly_paid', 'paid'] as const).map((from) => ({
      from,
      action: 'send' as const,
      by: ['issuer', 'system'] as const,
      to: from,
      when: isNotSent,
    })),
    {
      from: outstanding,
      action: 'record_payment',
      by: 'issuer',
      to: afterPayment,
      when: (facts) => isNoCreditNote(facts) ?? (openCents(facts) > 0 ? null : 'paymentExceedsOpen'),
      input: mayPay,
    },
    {
      from: outstanding,
      action: 'record_payment',
      by: 'system',
      to: afterPayment,
      when: isNoCreditNote,
      input: isPositive,
    },
    // Escrow also settles the retention when a credit note has settled the rest in the meantime; all of it may go back.
    {
      from: issuedStatuses,
      action: 'record_retention',
      by: 'system',
      to: afterPayment,
      when: isNoCreditNote,
      input: (facts) => (facts.amountCents === 0 ? null : isPositive(facts)),
    },
    // What escrow paid is moved to the invoice that replaces a fully credited one.
    { from: 'credited', action: 'move_payment', by: 'system', to: 'credited' },
    // Paid back to the buyer, or set off against another invoice.
    ...(['paid', 'credited'] as const).map((from) => ({
      from,
      action: 'give_back' as const,
      by: 'issuer' as const,
      to: from,
      when: (facts: InvoiceFacts) => isNoCreditNote(facts) ?? isOwedBack(facts),
      input: mayGiveBack,
    })),
    ...issuedStatuses.map((from) => ({
      from,
      action: 'credit' as const,
      by: 'issuer' as const,
      to: (facts: InvoiceFacts) => afterCredit(from, facts),
      when: isNoCreditNote,
      input: mayCredit,
    })),
    ...(['sent', 'partly_paid'] as const).map((from) => ({
      from,
      action: 'remind' as const,
      by: ['issuer', 'system'] as const,
      to: from,
      when: (facts: InvoiceFacts) => isNoCreditNote(facts) ?? (facts.isPastDue ? null : 'notOverdue'),
    })),
  ],
})

/** Drafts have no number yet and can be deleted; issued invoices never are. */
export function canDeleteInvoice(status: InvoiceStatus, role: InvoiceRole): boolean {
  return status === 'draft' && role === 'issuer'
}

/** The amount neither paid nor credited, including the retention, in cents; never negative, even after an overpayment. */
export function unpaidCents({ grossCents, paidCents, creditedCents }: Omit<InvoiceBalance, 'retainedCents'>): number {
  return Math.max(0, grossCents - paidCents - creditedCents)
}

/** The amount payable now, in cents: what is unpaid without the retention, which is a separate open item. */
export function openCents(balance: InvoiceBalance): number {
  return Math.max(0, unpaidCents(balance) - balance.retainedCents)
}

/** The amount that was paid beyond what the invoice is worth after its credit notes, in cents: the seller owes it back (INV-13). */
export function overpaidCents({ grossCents, paidCents, creditedCents }: Omit<InvoiceBalance, 'retainedCents'>): number {
  return Math.max(0, paidCents + creditedCents - grossCents)
}

/** The part of the retention that the invoice still claims, in cents: a credit note may have taken the rest (INV-12). */
export function retentionDueCents(balance: InvoiceBalance): number {
  return Math.min(balance.retainedCents, unpaidCents(balance))
}

/**
 * Overdue is derived, never stored: something is open after the due date, or after the next banking day where that is none (INV-11; dates
 * `YYYY-MM-DD`).
 */
export function isOverdue(
  invoice: InvoiceBalance & { status: InvoiceStatus; dueDate: string | null },
  today: string,
): boolean {
  const isOutstanding = (outstanding as readonly InvoiceStatus[]).includes(invoice.status)
  return isOutstanding && invoice.dueDate !== null && today > bankingDayFrom(invoice.dueDate) && openCents(invoice) > 0
}
