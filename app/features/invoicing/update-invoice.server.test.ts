import { expect, it } from 'vitest'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { deleteDraft } from './delete-draft.server.ts'
import { getInvoice } from './queries.server.ts'
import { updateInvoice } from './update-invoice.server.ts'

it('changes a draft with its lines and totals', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = draftInvoice(ctx)
  const lines = [invoiceLine, { ...invoiceLine, description: 'Travel', quantityMilli: 1000 }]
  updateInvoice(ctx, { ...invoiceInput, invoiceId, buyerName: 'Another Oy', lines })
  expect(getInvoice(ctx, invoiceId)?.document).toMatchObject({
    buyer: { name: 'Another Oy' },
    lines: [{ description: 'Painting' }, { description: 'Travel' }],
    netCents: 55_000,
    grossCents: 69_025,
  })
})

it('refuses issued invoices, and those of others', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  const before = ctx.db.$client.prepare('select * from invoices').all()
  expect(() => updateInvoice(ctx, { ...invoiceInput, invoiceId, buyerName: 'Another' })).toThrow('wrongState')
  expect(() => updateInvoice(createPerson(ctx.db), { ...invoiceInput, invoiceId })).toThrow('not_found')
  expect(ctx.db.$client.prepare('select * from invoices').all()).toEqual(before)
})

it('deletes drafts, and nothing that has a number', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = draftInvoice(ctx)
  expect(() => deleteDraft(createPerson(ctx.db), { invoiceId })).toThrow('not_found')
  deleteDraft(ctx, { invoiceId })
  expect(getInvoice(ctx, invoiceId)).toBeNull()
  const issued = issuedInvoice(ctx)
  expect(() => deleteDraft(ctx, { invoiceId: issued })).toThrow('wrongState')
})

it('the database itself refuses to change or delete an issued invoice', () => {
  const ctx = createPerson(testDatabase())
  issuedInvoice(ctx)
  const run = (sql: string) => () => ctx.db.$client.exec(sql)
  for (const set of [
    "number = '2026-0007'",
    'gross_cents = 1',
    "note = 'x'",
    "delivery_date = '2020-01-01'",
    "kind = 'credit_note'",
    'payment_term_days = 1',
    "hash = 'x'",
    'rounding_cents = 1',
    'euro_rate_e6 = 1',
    'text_version = 1',
  ])
    expect(run(`update invoices set ${set}`), set).toThrow('immutable')
  expect(run('update invoice_lines set unit_price_e4 = 1')).toThrow('immutable')
  expect(run('delete from invoice_lines')).toThrow('immutable')
  expect(run('delete from invoices')).toThrow('permanent')
  expect(run('update invoices set credited_cents = gross_cents + 1')).toThrow('more is credited')
  expect(run('update invoice_counters set last = last + 2')).toThrow('without gaps')
  expect(run('update invoice_counters set last = 0')).toThrow('without gaps')
})
