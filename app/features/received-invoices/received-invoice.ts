import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { InvoiceKind } from '#db/vocabulary/invoicing.ts'
import type { ReceivedInvoiceStatus } from '#db/vocabulary/received-invoices.ts'

/** Parts that an invoice can be for. */
export const maxParts = 20

export const receivedActions = ['check', 'approve', 'reopen', 'refuse', 'pay'] as const
export type ReceivedAction = (typeof receivedActions)[number]

type Facts = {
  /** Something is recorded as paid. */
  isPaidOn: boolean
  /** Nothing is to be paid: it was paid before. */
  isSettled: boolean
  /** Its account is not the one that the supplier's earlier invoices had, and nobody says that it was asked about. */
  isAccountUnconfirmed?: boolean
}

type ReceivedMachine = {
  namespace: 'receivedinvoices'
  state: ReceivedInvoiceStatus
  action: ReceivedAction
  /** Whether their mandate covers the invoice (INV-27). */
  role: 'holder' | 'other'
  facts: Facts
  refusal: 'paidOn' | 'accountUnconfirmed'
}
export type ReceivedRefusal = RefusalKey<ReceivedMachine>

const unpaid = ({ isPaidOn }: Facts) => (isPaidOn ? 'paidOn' : null)
const anybody = ['holder', 'other'] as const

/** A received invoice (INV-27): whoever checks it says what it is for, and somebody whose mandate covers it approves it; one person may do both. */
export const receivedMachine = defineMachine<ReceivedMachine>({
  namespace: 'receivedinvoices',
  transitions: [
    { from: ['received', 'checked'], action: 'check', by: anybody, to: 'checked' },
    {
      from: 'checked',
      action: 'approve',
      by: 'holder',
      to: ({ isSettled }) => (isSettled ? 'paid' : 'approved'),
      input: ({ isAccountUnconfirmed }) => (isAccountUnconfirmed ? 'accountUnconfirmed' : null),
    },
    { from: 'approved', action: 'reopen', by: 'holder', to: 'checked', when: unpaid },
    { from: ['received', 'checked', 'approved'], action: 'refuse', by: anybody, to: 'refused', when: unpaid },
    { from: 'approved', action: 'pay', by: anybody, to: 'approved' },
  ],
})

/** What is open: below zero for a credit note, which the supplier owes. */
export function openOf(of: {
  kind: InvoiceKind
  status: ReceivedInvoiceStatus
  payableCents: number
  paidCents: number
}): number {
  if (of.status === 'refused' || of.status === 'paid') return 0
  const open = of.payableCents - of.paidCents
  return of.kind === 'credit_note' ? -open : open
}
