import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/invoicing.json' with { type: 'json' }
import { invoiceStatuses } from '#db/vocabulary/invoicing.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  canDeleteInvoice,
  invoiceActions,
  invoiceMachine,
  invoiceRoles,
  isOverdue,
  openCents,
  unpaidCents,
} from './invoice.ts'
import { addDays, overdueBefore } from './invoice-dates.ts'

const all = { states: invoiceStatuses, actions: invoiceActions, roles: invoiceRoles }
const content = {
  kind: 'invoice',
  grossCents: 1000,
  paidCents: 0,
  creditedCents: 0,
  retainedCents: 0,
  hasLines: true,
  isPastDue: true,
  amountCents: 400,
} as const

describe('every state, role and action, with a partial amount', () => {
  testEveryStep(
    invoiceMachine,
    all,
    `
    draft        issuer  edit            draft
    draft        issuer  issue           issued
    draft        system  issue           issued
    issued       issuer  send            sent
    issued       system  send            sent
    issued       issuer  record_payment  partly_paid
    issued       system  record_payment  partly_paid
    issued       issuer  credit          issued
    sent         issuer  record_payment  partly_paid
    sent         system  record_payment  partly_paid
    sent         issuer  credit          sent
    sent         issuer  remind          sent
    sent         system  remind          sent
    partly_paid  issuer  send            partly_paid
    partly_paid  system  send            partly_paid
    partly_paid  issuer  record_payment  partly_paid
    partly_paid  system  record_payment  partly_paid
    partly_paid  issuer  credit          partly_paid
    partly_paid  issuer  remind          partly_paid
    partly_paid  system  remind          partly_paid
    paid         issuer  send            paid
    paid         system  send            paid
    issued       system  record_retention  partly_paid
    sent         system  record_retention  partly_paid
    partly_paid  system  record_retention  partly_paid
    paid         system  record_retention  paid
    paid         issuer  credit          paid
    credited     system  move_payment    credited
    `,
    (_role, state) => (state === 'paid' ? { ...content, paidCents: 1000 } : content),
  )
})

test.each([
  ['sent', 'record_payment', { amountCents: 1000 }, 'paid'],
  ['partly_paid', 'record_payment', { paidCents: 600, amountCents: 399 }, 'partly_paid'],
  ['partly_paid', 'record_payment', { paidCents: 600, amountCents: 400 }, 'paid'],
  ['partly_paid', 'record_payment', { creditedCents: 600, amountCents: 400 }, 'paid'],
  ['sent', 'credit', { amountCents: 1000 }, 'credited'],
  ['sent', 'credit', { creditedCents: 600, amountCents: 400 }, 'credited'],
  ['partly_paid', 'credit', { paidCents: 600, amountCents: 400 }, 'paid'],
  ['partly_paid', 'credit', { paidCents: 600, amountCents: 399 }, 'partly_paid'],
  ['paid', 'credit', { paidCents: 1000, amountCents: 1000 }, 'credited'],
] as const)('%s %s of %j leads to %s', (state, action, facts, to) => {
  expect(invoiceMachine.next(state, action, 'issuer', { ...content, ...facts })).toEqual({ ok: true, to })
})

test.each([
  ['draft', 'issue', { hasLines: false }, 'noLines'],
  ['draft', 'issue', { grossCents: 0 }, 'zeroTotal'],
  ['sent', 'record_payment', { amountCents: 0 }, 'notPositive'],
  ['sent', 'record_payment', { amountCents: -5 }, 'notPositive'],
  ['sent', 'record_payment', { amountCents: undefined }, 'notPositive'],
  ['sent', 'record_payment', { amountCents: 0.5 }, 'notPositive'],
  ['sent', 'record_payment', { kind: 'credit_note' }, 'creditNote'],
  ['sent', 'record_payment', { amountCents: 1001 }, 'paymentExceedsOpen'],
  ['partly_paid', 'record_payment', { paidCents: 500, creditedCents: 300, amountCents: 201 }, 'paymentExceedsOpen'],
  ['issued', 'send', { isSent: true }, 'alreadySent'],
  ['paid', 'send', { isSent: true }, 'alreadySent'],
  ['sent', 'credit', { amountCents: 1001 }, 'creditExceedsInvoice'],
  ['paid', 'credit', { creditedCents: 601, amountCents: 400 }, 'creditExceedsInvoice'],
  ['sent', 'credit', { amountCents: 0 }, 'notPositive'],
  ['sent', 'credit', { kind: 'credit_note' }, 'creditNote'],
  ['sent', 'remind', { isPastDue: false }, 'notOverdue'],
  ['partly_paid', 'remind', { kind: 'credit_note' }, 'creditNote'],
] as const)('%s %s with %j is guarded', (state, action, facts, why) => {
  expect(invoiceMachine.next(state, action, 'issuer', { ...content, ...facts })).toEqual({
    ok: false,
    reason: `invoicing:refused.${why}`,
  })
})

test.each(['paid', 'credited'] as const)('what was paid above a %s invoice is given back, and no more', (state) => {
  const facts = {
    ...content,
    amountCents: 0 as number,
    paidCents: 1000,
    creditedCents: (state === 'paid' ? 300 : 1000) as number,
  }
  const owedCents = state === 'paid' ? 300 : 1000
  const next = (change: Partial<typeof facts> & { amountCents: number }, role: 'issuer' | 'recipient' = 'issuer') =>
    invoiceMachine.next(state, 'give_back', role, { ...facts, ...change })
  expect(next({ amountCents: owedCents })).toEqual({ ok: true, to: state })
  const refused = (why: string) => ({ ok: false, reason: `invoicing:refused.${why}` })
  expect(next({ amountCents: owedCents + 1 })).toEqual(refused('moreThanOwedBack'))
  expect(next({ amountCents: 0 })).toEqual(refused('notPositive'))
  expect(next({ amountCents: 1, paidCents: 1000 - owedCents })).toEqual(refused('nothingOwedBack'))
  expect(next({ amountCents: 1 }, 'recipient').ok).toBe(false)
})

test('a bank or escrow may report more than is open', () => {
  const facts = { ...content, amountCents: 1001 }
  expect(invoiceMachine.next('sent', 'record_payment', 'system', facts)).toEqual({ ok: true, to: 'paid' })
})

test('every refusal has a text', () => {
  const found = refusalsOf(invoiceMachine, all, [
    { ...content, hasLines: false, isPastDue: false, amountCents: 0, isSent: true },
    { ...content, amountCents: 1001 },
    { ...content, kind: 'credit_note' as const },
  ])
  const known = Object.keys(texts.refused)
  for (const key of ['sellerVatNumberNeeded', 'buyerVatNumberNeeded']) expect(known).toContain(key)
  expect([...found].filter((key) => !known.includes(key.replace('invoicing:refused.', '')))).toEqual([])
  expect(found.size).toBe(10)
})

test('the open amount is never negative', () => {
  const balance = { grossCents: 1000, paidCents: 300, creditedCents: 200, retainedCents: 0 }
  expect(openCents(balance)).toBe(500)
  expect(openCents({ ...balance, paidCents: 1200 })).toBe(0)
})

test('overdue from the day after the due date, while something is open', () => {
  const invoice = { ...content, dueDate: '2026-03-31' }
  const overdue = invoiceStatuses.filter((status) => isOverdue({ ...invoice, status }, '2026-04-01'))
  expect(overdue).toEqual(['issued', 'sent', 'partly_paid'])
  expect(isOverdue({ ...invoice, status: 'sent' }, '2026-03-31')).toBe(false)
  expect(isOverdue({ ...invoice, status: 'sent', dueDate: null }, '2026-04-01')).toBe(false)
  expect(isOverdue({ ...invoice, status: 'sent', creditedCents: 1000 }, '2026-04-01')).toBe(false)
})

test('a due date on a day off moves to the next banking day, in lists too', () => {
  const of = (dueDate: string, today: string) => isOverdue({ ...content, status: 'sent', dueDate }, today)
  // Saturday 6 June 2026; Good Friday 3 April.
  expect(['2026-06-07', '2026-06-08', '2026-06-09'].map((today) => of('2026-06-06', today))).toEqual([
    false,
    false,
    true,
  ])
  expect(['2026-04-07', '2026-04-08'].map((today) => of('2026-04-03', today))).toEqual([false, true])
  const days = Array.from({ length: 400 }, (_, index) => addDays('2026-01-01', index))
  for (const today of days.slice(20))
    for (const dueDate of [-12, -5, -4, -3, -2, -1, 0, 1].map((days) => addDays(today, days)))
      expect([dueDate, today, dueDate < overdueBefore(today)]).toEqual([dueDate, today, of(dueDate, today)])
})

test('only drafts can be deleted, by their issuer', () => {
  const pairs = invoiceStatuses.flatMap((status) => invoiceRoles.map((role) => [status, role] as const))
  expect(pairs.filter(([status, role]) => canDeleteInvoice(status, role))).toEqual([['draft', 'issuer']])
})

test('a retention is neither due nor paid: it is not open, and the invoice is not paid in full', () => {
  const facts = { ...content, retainedCents: 50, amountCents: 950 }
  expect(invoiceMachine.next('issued', 'record_payment', 'system', facts)).toEqual({ ok: true, to: 'partly_paid' })
  const after = { ...facts, paidCents: 950, amountCents: 50 }
  expect([openCents(after), unpaidCents(after)]).toEqual([0, 50])
  expect(isOverdue({ ...after, status: 'partly_paid', dueDate: '2026-03-31' }, '2026-04-01')).toBe(false)
  expect(invoiceMachine.allowed('partly_paid', 'issuer', after)).not.toContain('record_payment')
  expect(invoiceMachine.next('partly_paid', 'record_retention', 'system', after)).toEqual({ ok: true, to: 'paid' })
})
