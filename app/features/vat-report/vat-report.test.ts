import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import type { VatCategory, VatGround } from '#db/vocabulary/invoicing.ts'
import { createAccount, createTransaction, postedTransaction, splitInput } from '#tests/factories/finance.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { fieldsOfPurchase, fieldsOfSale, fieldsOfSplit, vatReturn } from './vat-fields.ts'
import { daysOfPeriod, periodsBefore } from './vat-period.ts'
import { loadVatReport } from './vat-report.server.ts'

const taxed = { netCents: 10_000, vatCents: 2550, vatRateBp: 2550 }
const untaxed = { netCents: 10_000, vatCents: 0, vatRateBp: 0 }
const pairs = (parts: { field: number; cents: number }[]) => parts.map(({ field, cents }) => [field, cents])
const line = (vatCategory: VatCategory, vatGround: VatGround | null = null) => ({ vatCategory, vatGround })

describe('the field of a sale', () => {
  it.each([
    [line('S'), taxed, [[301, 2550]]],
    [line('S'), { ...taxed, vatRateBp: 2400 }, [[301, 2550]]],
    [line('S'), { ...taxed, vatRateBp: 1400 }, [[302, 2550]]],
    [line('S'), { ...taxed, vatRateBp: 1350 }, [[302, 2550]]],
    [line('S'), { ...taxed, vatRateBp: 1000 }, [[303, 2550]]],
    [line('Z'), untaxed, [[309, 10_000]]],
    [line('G', 'export'), untaxed, [[309, 10_000]]],
    [line('K', 'intra_community'), untaxed, [[311, 10_000]]],
    [line('AE', 'eu_services'), untaxed, [[312, 10_000]]],
    [line('AE', 'construction'), untaxed, [[319, 10_000]]],
    [line('AE', 'foreign_seller'), untaxed, []],
    [line('E', 'small_business'), untaxed, []],
    [line('E'), untaxed, []],
    [line('O'), untaxed, []],
  ])('%j', (vat, amounts, fields) => {
    expect(pairs(fieldsOfSale(vat, amounts, { isAbroad: false }))).toEqual(fields)
  })

  it('is turnover at the zero rate for what is outside Finnish VAT because its buyer is abroad (decision 173)', () => {
    const abroad = (vat: Parameters<typeof fieldsOfSale>[0]) => pairs(fieldsOfSale(vat, untaxed, { isAbroad: true }))
    expect(abroad(line('O'))).toEqual([[309, 10_000]])
    expect(abroad(line('AE', 'eu_services'))).toEqual([[312, 10_000]])
    for (const vat of [line('E'), line('E', 'small_business'), line('O', 'small_business')])
      expect(abroad(vat)).toEqual([])
  })
})

describe('the fields of a purchase', () => {
  const may = { standardBp: 2550, isDeductible: true }
  it.each([
    [line('S'), taxed, [[307, 2550]]],
    [
      line('AE', 'construction'),
      untaxed,
      [
        [320, 10_000],
        [318, 2550],
        [307, 2550],
      ],
    ],
    [
      line('AE', 'foreign_seller'),
      untaxed,
      [
        [301, 2550],
        [307, 2550],
      ],
    ],
    [
      line('AE', 'eu_services'),
      untaxed,
      [
        [314, 10_000],
        [306, 2550],
        [307, 2550],
      ],
    ],
    [
      line('K', 'intra_community'),
      untaxed,
      [
        [313, 10_000],
        [305, 2550],
        [307, 2550],
      ],
    ],
    [line('E'), untaxed, []],
  ])('%j', (vat, amounts, fields) => {
    expect(pairs(fieldsOfPurchase(vat, amounts, may))).toEqual(fields)
    const kept = fields.filter(([field]) => field !== 307)
    expect(pairs(fieldsOfPurchase(vat, amounts, { ...may, isDeductible: false }))).toEqual(kept)
  })
})

describe('the fields of a row of the books', () => {
  it.each([
    ['income', 'standard', [[301, 2550]]],
    ['income', 'zero', [[309, 12_550]]],
    ['income', 'construction', [[319, 12_550]]],
    ['income', 'eu_goods', [[311, 12_550]]],
    ['income', 'eu_services', [[312, 12_550]]],
    ['income', 'none', []],
    ['expense', 'standard', [[307, 2550]]],
    [
      'expense',
      'construction',
      [
        [320, 12_550],
        [318, 2550],
        [307, 2550],
      ],
    ],
    [
      'expense',
      'eu_goods',
      [
        [313, 12_550],
        [305, 2550],
        [307, 2550],
      ],
    ],
    [
      'expense',
      'eu_services',
      [
        [314, 12_550],
        [306, 2550],
        [307, 2550],
      ],
    ],
    ['expense', 'zero', []],
    ['expense', 'none', []],
  ] as const)('%s %s', (kind, vat, fields) => {
    const sign = kind === 'income' ? 1 : -1
    const split = { vat, amountCents: sign * 12_550, vatCents: sign * 2550, vatRateBp: 2550 }
    expect(pairs(fieldsOfSplit(kind, split))).toEqual(fields)
  })
})

it('owes what is in the fields of tax, less what is deducted', () => {
  const sums = vatReturn([301, 302, 303, 305, 306, 318, 307, 319].map((field) => ({ field: field as 301, cents: 100 })))
  expect([sums[308], sums[309], sums[319]]).toEqual([500, 0, 100])
})

it('reads periods, and offers the last ones', () => {
  expect(['2026', '2026-Q1', '2024-02', '2026-Q5', '2026-13', 'x', ''].map(daysOfPeriod)).toEqual([
    { from: '2026-01-01', to: '2026-12-31' },
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2024-02-01', to: '2024-02-29' },
    ...[null, null, null, null],
  ])
  const { months, quarters, years } = periodsBefore('2026-02-10')
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-02', '2025-02', 13])
  expect(quarters).toEqual(['2026-Q1', '2025-Q4', '2025-Q3', '2025-Q2', '2025-Q1', '2024-Q4'])
  expect(years).toEqual(['2026', '2025', '2024'])
})

it('states sales by the day of the invoice or of the payment, purchases of both sides, and no row twice', () => {
  const db = testDatabase()
  const ctx = createPerson(db)
  const buyer = createPerson(db)
  const taxedLine = issuedInvoice(ctx)
  const construction = { ...invoiceLine, vatCategory: 'AE' as const, vatRateBp: 0, vatGround: 'construction' as const }
  const reverse = draftInvoice(ctx, {
    lines: [construction],
    buyerVatNumber: 'FI12345671',
    buyerBusinessId: '1234567-1',
  })
  db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, reverse)).run()
  issueInvoice(ctx, { invoiceId: reverse })
  recordPayment(
    { ...ctx, now: ctx.now + 40 * 86_400_000 },
    { invoiceId: taxedLine, amountCents: 20_917, paidOn: '2026-07-01' },
  )
  const account = createAccount(ctx)
  postedTransaction(ctx, account, { day: '2026-06-01' })
  createTransaction(ctx, account, { day: '2026-06-01' })
  postedTransaction(ctx, createAccount(ctx, { currency: 'USD' }), { day: '2026-06-01' })
  postedTransaction(ctx, account, { amountCents: -900, splits: [splitInput({ category: 'own_transfer' })] })
  const report = (of: typeof ctx, period: string, basis: 'invoice' | 'cash') =>
    loadVatReport(
      { ...of, now: ctx.now + 60 * 86_400_000 },
      { period, basis, ...(daysOfPeriod(period) ?? { from: '', to: '' }) },
    )
  const june = report(ctx, '2026-06', 'invoice')
  expect(june.sums).toMatchObject({ 301: 12_750, 319: 50_000, 307: 2550, 308: 10_200 })
  expect(june.records.filter(({ field }) => field === 301)).toMatchObject([
    { source: 'issued', id: taxedLine, cents: 12_750 },
  ])
  expect(june.others).toMatchObject([{ source: 'row', day: '2026-06-01', currency: 'USD' }])
  // 209.17 of 627.50: a third of it and of the tax.
  expect(report(ctx, '2026-06', 'cash').sums).toMatchObject({ 301: 0, 319: 0, 307: 2550 })
  expect(report(ctx, '2026-07', 'cash').sums).toMatchObject({ 301: 4250, 308: 4250 })
  expect(report(buyer, '2026-06', 'invoice').sums).toMatchObject({ 320: 50_000, 318: 12_750, 307: 12_750, 308: 0 })
})

it('states an export in another currency in euros, and lets none be issued that it could not state', () => {
  const ctx = createPerson(testDatabase())
  const abroad = { buyerCountry: 'NO', buyerPostalCode: '0155', buyerCity: 'Oslo', currency: 'USD' as const }
  const lines = [{ ...invoiceLine, vatCategory: 'G' as const, vatRateBp: 0, vatGround: 'export' as const }]
  expect(() => issuedInvoice(ctx, { ...abroad, lines })).toThrow('invoicing:refused.euroRateNeeded')
  const euroRate = { euroRateE6: 1_250_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' }
  issuedInvoice(ctx, { ...abroad, lines, euroRate })
  const outside = { note: 'Work abroad', lines: [{ ...invoiceLine, vatCategory: 'O' as const, vatRateBp: 0 }] }
  issuedInvoice(ctx, { ...abroad, ...outside, euroRate })
  const unrated = issuedInvoice(ctx, { ...abroad, ...outside })
  issuedInvoice(ctx, { ...abroad, ...outside, buyerCountry: 'FI' })
  const exempt = [{ ...invoiceLine, vatCategory: 'E' as const, vatRateBp: 0 }]
  issuedInvoice(ctx, { ...abroad, note: 'Exempt', lines: exempt })
  const { records, others } = loadVatReport(ctx, { from: '2026-06-01', to: '2026-06-30', basis: 'invoice' })
  expect(pairs(records)).toEqual([
    [309, 40_000],
    [309, 40_000],
  ])
  // What is in no field needs no rate.
  expect(others).toMatchObject([{ source: 'issued', id: unrated, currency: 'USD' }])
})
