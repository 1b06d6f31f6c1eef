import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newId } from '#db/ids.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { creditInvoice } from './credit-invoice.server.ts'
import { getInvoice } from './queries.server.ts'
import { recordPayment } from './record-payment.server.ts'

const words = { reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }

it('issues a credit note that refers to the invoice, in the same number series', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  const { id, number } = creditInvoice(ctx, { invoiceId, amountCents: 12_550, ...words })
  expect(number).toBe('2026-0002')
  expect(getInvoice(ctx, id)).toMatchObject({
    document: {
      kind: 'credit_note',
      status: 'issued',
      creditedNumber: '2026-0001',
      reference: null,
      netCents: 10_000,
      vatCents: 2550,
      note: 'Wrong',
      openCents: 0,
    },
    creditedInvoice: { id: invoiceId },
    actions: ['send'],
  })
  expect(getInvoice(ctx, invoiceId)).toMatchObject({
    document: { status: 'issued', creditedCents: 12_550, openCents: 50_200 },
    creditNotes: [{ id }],
  })
})

it('credits the whole invoice, once', () => {
  const ctx = createPerson(testDatabase())
  const input = { invoiceId: issuedInvoice(ctx), amountCents: null, ...words, submissionId: newId() }
  expect(creditInvoice(ctx, input)).toEqual(creditInvoice(ctx, input))
  expect(getInvoice(ctx, input.invoiceId)?.document).toMatchObject({ status: 'credited', openCents: 0 })
  expect(() => creditInvoice(ctx, { ...input, submissionId: newId() })).toThrow('wrongState')
})

it('creates no second credit note for one form, even with another amount', () => {
  const ctx = createPerson(testDatabase())
  const input = { invoiceId: issuedInvoice(ctx), amountCents: 100, ...words, submissionId: newId() }
  creditInvoice(ctx, input)
  expect(() => creditInvoice(ctx, { ...input, amountCents: 200 })).toThrow('conflict: errors:sentWithOtherContent')
  expect(getInvoice(ctx, input.invoiceId)?.creditNotes).toHaveLength(1)
})

it('settles an invoice whose remainder was paid', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  recordPayment(ctx, { invoiceId, amountCents: 50_200, paidOn: '2026-06-01' })
  creditInvoice(ctx, { invoiceId, amountCents: 12_550, ...words })
  expect(getInvoice(ctx, invoiceId)?.document).toMatchObject({ status: 'paid', openCents: 0 })
})

it('refuses more than is left, drafts, credit notes and strangers', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  const { id: note } = creditInvoice(ctx, { invoiceId, amountCents: 12_550, ...words })
  expect(() => creditInvoice(ctx, { invoiceId, amountCents: 50_201, ...words })).toThrow('creditExceedsInvoice')
  expect(() => creditInvoice(ctx, { invoiceId, amountCents: 0, ...words })).toThrow('notPositive')
  expect(() => creditInvoice(ctx, { invoiceId: note, amountCents: 1, ...words })).toThrow('creditNote')
  expect(() => creditInvoice(ctx, { invoiceId: draftInvoice(ctx), amountCents: 1, ...words })).toThrow('wrongState')
  expect(() => creditInvoice(createPerson(ctx.db), { invoiceId, amountCents: 1, ...words })).toThrow('not_found')
  expect(ctx.db.$client.prepare('select max(last) from invoice_counters').pluck().get()).toBe(2)
})

it('is limited by the database too: credit notes never exceed the invoice', () => {
  const lines = fc.array(
    fc.record({ unitPriceE4: fc.integer({ min: 100, max: 9_999_999 }), vatRateBp: fc.constantFrom(2550, 1350, 1000) }),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 6 }), (rows, amounts) => {
      const ctx = createPerson(testDatabase())
      const invoiceId = issuedInvoice(ctx, {
        lines: rows.map((row) => ({ ...invoiceLine, quantityMilli: 1000, ...row })),
      })
      for (const amountCents of [...amounts, null]) {
        const left = getInvoice(ctx, invoiceId)?.document
        const open = (left?.grossCents ?? 0) - (left?.creditedCents ?? 0)
        const credit = () => creditInvoice(ctx, { invoiceId, amountCents, ...words })
        if (open === 0 || (amountCents ?? 0) > open) expect(credit).toThrow()
        else credit()
      }
      const sums = (kind: string) =>
        ctx.db.$client
          .prepare('select sum(net_cents), sum(vat_cents), sum(gross_cents) from invoices where kind = ?')
          .raw()
          .get(kind)
      expect(sums('credit_note')).toEqual(sums('invoice'))
      expect(getInvoice(ctx, invoiceId)?.document.status).toBe('credited')
    }),
    { numRuns: 30 },
  )
})
