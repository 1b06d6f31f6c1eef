import { expect, it } from 'vitest'
import { newId } from '#db/ids.ts'
import { draftInvoice, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getInvoice } from './queries.server.ts'
import { recordPayment } from './record-payment.server.ts'

const paidOn = '2026-06-01'

it('accepts partial payments, and never more than is open', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  expect(recordPayment(ctx, { invoiceId, amountCents: 60_000, paidOn })).toEqual({ status: 'partly_paid' })
  expect(() => recordPayment(ctx, { invoiceId, amountCents: 2751, paidOn })).toThrow('paymentExceedsOpen')
  expect(() => recordPayment(ctx, { invoiceId, amountCents: 0, paidOn })).toThrow('notPositive')
  expect(recordPayment(ctx, { invoiceId, amountCents: 2750, paidOn })).toEqual({ status: 'paid' })
  expect(() => recordPayment(ctx, { invoiceId, amountCents: 1, paidOn })).toThrow('wrongState')
  expect(getInvoice(ctx, invoiceId)).toMatchObject({
    document: { openCents: 0, paidCents: 62_750 },
    payments: [{ amountCents: 60_000 }, { amountCents: 2750 }],
  })
})

it('records a form once', () => {
  const ctx = createPerson(testDatabase())
  const input = { invoiceId: issuedInvoice(ctx), amountCents: 100, paidOn, submissionId: newId() }
  recordPayment(ctx, input)
  recordPayment(ctx, input)
  expect(getInvoice(ctx, input.invoiceId)?.payments).toHaveLength(1)
})

it('records no second payment for one form, even with another amount', () => {
  const ctx = createPerson(testDatabase())
  const input = { invoiceId: issuedInvoice(ctx), amountCents: 100, paidOn, submissionId: newId() }
  recordPayment(ctx, input)
  expect(() => recordPayment(ctx, { ...input, amountCents: 200 })).toThrow('conflict: errors:sentWithOtherContent')
  expect(getInvoice(ctx, input.invoiceId)?.payments).toMatchObject([{ amountCents: 100 }])
})

it('refuses future dates, drafts and strangers', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  expect(() => recordPayment(ctx, { invoiceId, amountCents: 1, paidOn: '2026-06-02' })).toThrow('paidInFuture')
  expect(() => recordPayment(ctx, { invoiceId, amountCents: 1, paidOn: '2025-05-31' })).toThrow('paidTooEarly')
  expect(() => recordPayment(ctx, { invoiceId: draftInvoice(ctx), amountCents: 1, paidOn })).toThrow('wrongState')
  expect(() => recordPayment(createPerson(ctx.db), { invoiceId, amountCents: 1, paidOn })).toThrow('not_found')
  expect(ctx.db.$client.prepare('select count(*) from invoice_payments').pluck().get()).toBe(0)
  recordPayment(ctx, { invoiceId, amountCents: 1, paidOn: '2025-06-01' })
})

it('payments are immutable', () => {
  const ctx = createPerson(testDatabase())
  recordPayment(ctx, { invoiceId: issuedInvoice(ctx), amountCents: 1, paidOn })
  expect(() => ctx.db.$client.exec('update invoice_payments set amount_cents = 2')).toThrow('immutable')
  expect(() => ctx.db.$client.exec('delete from invoice_payments')).toThrow('immutable')
})
