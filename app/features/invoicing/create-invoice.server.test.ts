import { describe, expect, it } from 'vitest'
import { newId } from '#db/ids.ts'
import { approved, released, signedDeal } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { createInvoice } from './create-invoice.server.ts'
import { draftTotals } from './draft-fields.ts'
import { getInvoice } from './queries.server.ts'

it('creates a draft without a number, with its totals', () => {
  const ctx = createPerson(testDatabase())
  const { id } = createInvoice(ctx, invoiceInput)
  expect(getInvoice(ctx, id)).toMatchObject({
    role: 'issuer',
    document: {
      status: 'draft',
      number: null,
      reference: null,
      netCents: 50_000,
      vatCents: 12_750,
      grossCents: 62_750,
    },
    history: [{ action: 'invoice.create' }],
  })
})

it('creates one draft for a form that is submitted twice', () => {
  const ctx = createPerson(testDatabase())
  const submissionId = newId()
  const first = createInvoice(ctx, { ...invoiceInput, submissionId })
  expect(createInvoice(ctx, { ...invoiceInput, submissionId })).toEqual(first)
  expect(ctx.db.$client.prepare('select count(*) from invoices').pluck().get()).toBe(1)
})

it('ignores company, state and recipient from the input', () => {
  const ctx = createPerson(testDatabase())
  const other = createPerson(ctx.db)
  const forged = { companyId: other.company.id, buyerCompanyId: other.company.id, status: 'paid', number: '1' }
  const { id } = createInvoice(ctx, { ...invoiceInput, ...forged })
  expect(ctx.db.$client.prepare('select company_id, buyer_company_id, status, number from invoices').get()).toEqual({
    company_id: ctx.company.id,
    buyer_company_id: null,
    status: 'draft',
    number: null,
  })
  expect(getInvoice(other, id)).toBeNull()
})

it('creates the invoice of a released milestone once, in the currency of its contract and to its client', async () => {
  const deal = await signedDeal(testDatabase())
  const [milestoneId = '', unreleased = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  approved(deal, unreleased)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  const input = { ...invoiceInput, lines, currency: 'USD' as const, milestoneId }
  const { id } = createInvoice(deal.provider, input)
  expect(
    deal.provider.db.$client.prepare('select currency, buyer_company_id, contract_id from invoices').get(),
  ).toEqual({
    currency: 'EUR',
    buyer_company_id: deal.client.company.id,
    contract_id: deal.contractId,
  })
  expect(getInvoice(deal.client, id)).toBeNull()
  expect(() => createInvoice(deal.provider, input)).toThrow('milestoneInvoiced')
  expect(() => createInvoice(deal.provider, { ...input, milestoneId: unreleased })).toThrow('not_found')
  expect(() => createInvoice(deal.client, input)).toThrow('not_found')
  expect(() => createInvoice(createPerson(deal.client.db), input)).toThrow('not_found')
})

describe('an amount that no net and VAT add up to', () => {
  const of = (netCents: number) => ({
    lines: [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: netCents * 100 }],
  })

  it('is invoiced to the cent, by rounding the total: the VAT stays that of its base', () => {
    // 80.22 € at 25.5 % is 20.4561 €, and no net gives 100.67 €.
    expect(draftTotals(of(8022), { netCents: 8022, grossCents: 10_067 })).toEqual({
      ...{ netCents: 8022, vatCents: 2046, roundingCents: -1, grossCents: 10_067 },
    })
    // 1.03 € at 25.5 % is 1.29 €, 1.04 € is 1.31 €.
    expect(draftTotals(of(103), { netCents: 103, grossCents: 130 })).toMatchObject({ vatCents: 26, roundingCents: 1 })
  })

  it('leaves an edited amount as it is', () => {
    expect(draftTotals(of(102), { netCents: 103, grossCents: 130 })).toMatchObject({ grossCents: 128 })
    expect(draftTotals(of(103), { netCents: 103, grossCents: 135 })).toMatchObject({ grossCents: 129 })
    expect(draftTotals(of(103), null)).toMatchObject({ grossCents: 129 })
  })
})
