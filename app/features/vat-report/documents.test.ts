import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { setAdvances } from '#app/features/invoicing/advances/set-advances.server.ts'
import type { Adjustment, DocumentAdjustment } from '#app/features/invoicing/content/invoice-content.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { settledVat, whenStated } from './settled-vat.ts'
import { loadVatReport } from './vat-report.server.ts'

const june = { from: '2026-06-01', to: '2026-06-30' }
const day = 86_400_000
const report = (ctx: CompanyContext, basis: VatBasis = 'invoice', days = june) =>
  loadVatReport({ ...ctx, now: ctx.now + 60 * day }, { ...days, basis }).sums

const adjustment = (kind: Adjustment['kind'], amountCents: number): Adjustment => ({
  ...{ kind, amountCents, reasonCode: kind === 'allowance' ? '95' : 'FC', reason: 'Agreed' },
  ...{ rateBp: null, baseCents: null },
})
const standard = { vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null }
/** 1,000.00 without VAT. */
const thousand = { ...invoiceLine, quantityMilli: 1000, unitPriceE4: 10_000_000 }
const whole = { amountCents: null, reason: 'Not done', lineText: 'Credit', unit: 'pcs' }
const credit = (ctx: CompanyContext, invoiceId: string) => creditInvoice(ctx, { ...whole, invoiceId })
/** The caller's draft to a company on the platform, issued. */
function issuedTo(ctx: CompanyContext, buyer: CompanyContext, change: Partial<InvoiceInput>): string {
  const id = draftInvoice(ctx, change)
  ctx.db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
  issueInvoice(ctx, { invoiceId: id })
  return id
}

it('states the VAT of an invoice with its discounts and charges, for seller and buyer, on both bases (FIN-8)', () => {
  const seller = createPerson(testDatabase())
  const buyer = createPerson(seller.db)
  const line = (kind: Adjustment['kind'], cents: number) => ({ ...thousand, adjustments: [adjustment(kind, cents)] })
  const discounted = issuedTo(seller, buyer, { lines: [line('allowance', 50_000)] })
  expect(report(seller)[301]).toBe(12_750)
  issuedTo(seller, buyer, { lines: [line('charge', 100_000)] })
  expect(report(seller)[301]).toBe(12_750 + 51_000)
  const ofWhole = (kind: Adjustment['kind'], cents: number) => ({ ...adjustment(kind, cents), ...standard })
  issuedTo(seller, buyer, { lines: [thousand], adjustments: [ofWhole('allowance', 20_000), ofWhole('charge', 10_000)] })
  expect(report(seller)[301]).toBe(12_750 + 51_000 + 22_950)
  expect(report(buyer)[307]).toBe(12_750 + 51_000 + 22_950)
  recordPayment(seller, { invoiceId: discounted, amountCents: 62_750, paidOn: '2026-06-01' })
  expect([report(seller, 'cash')[301], report(buyer, 'cash')[307]]).toEqual([12_750, 12_750])
})

it('states nothing of a discounted invoice that was credited in full', () => {
  const ctx = createPerson(testDatabase())
  const id = issuedInvoice(ctx, { lines: [{ ...thousand, adjustments: [adjustment('allowance', 50_000)] }] })
  credit(ctx, id)
  expect(report(ctx)[301]).toBe(0)
})

const may = { from: '2026-05-01', to: '2026-05-31' }
const july = { from: '2026-07-01', to: '2026-07-31' }
const pay = (ctx: CompanyContext, invoiceId: string, amountCents: number, paidOn: string) =>
  recordPayment({ ...ctx, now: ctx.now + 50 * day }, { invoiceId, amountCents, paidOn })
/** The caller's invoice of 3,000.00 that deducts an advance. */
function deducting(ctx: CompanyContext, buyer: CompanyContext, advance: string): string {
  const id = draftInvoice(ctx, { lines: [{ ...thousand, quantityMilli: 3000 }] })
  ctx.db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
  setAdvances(ctx, { invoiceId: id, isAdvance: false, advanceIds: [advance] })
  issueInvoice(ctx, { invoiceId: id })
  return id
}

it('states an advance as far as it is received, on both bases, and takes nothing off where it never was (INV-22)', () => {
  const seller = createPerson(testDatabase())
  const buyer = createPerson(seller.db)
  const advance = issuedTo(seller, buyer, { lines: [thousand], isAdvance: true })
  expect([report(seller)[301], report(buyer)[307]]).toEqual([0, 0])
  pay(seller, advance, 62_750, '2026-06-10')
  pay(seller, advance, 62_750, '2026-07-10')
  for (const basis of ['invoice', 'cash'] as const) {
    expect([report(seller, basis)[301], report(seller, basis, july)[301]]).toEqual([12_750, 12_750])
    expect([report(buyer, basis)[307], report(buyer, basis, july)[307]]).toEqual([12_750, 12_750])
  }
  const unpaid = issuedInvoice(seller, { lines: [thousand], isAdvance: true })
  credit(seller, unpaid)
  expect(report(seller)[301]).toBe(12_750)
  credit({ ...seller, now: seller.now + 45 * day }, advance)
  expect(report(seller, 'invoice', july)[301]).toBe(12_750 - 25_500)
})

it('states an advance that was paid early in the month of its payment, and only the rest with the work', () => {
  const seller = createPerson(testDatabase())
  const buyer = createPerson(seller.db)
  const advance = issuedTo(seller, buyer, { lines: [thousand], isAdvance: true })
  pay(seller, advance, 125_500, '2026-05-20')
  expect(report(seller, 'invoice', may)[301]).toBe(25_500)
  deducting(seller, buyer, advance)
  expect([report(seller)[301], report(buyer)[307]]).toEqual([51_000, 51_000])
})

it('states all of the work with the invoice that deducts an unpaid advance, and nothing when that is paid later', () => {
  const seller = createPerson(testDatabase())
  const buyer = createPerson(seller.db)
  const advance = issuedTo(seller, buyer, { lines: [thousand], isAdvance: true })
  const final = deducting(seller, buyer, advance)
  expect([report(seller)[301], report(buyer)[307]]).toEqual([76_500, 76_500])
  expect(report(seller, 'cash')[301]).toBe(0)
  pay(seller, advance, 125_500, '2026-07-10')
  expect([report(seller)[301], report(seller, 'invoice', july)[301]]).toEqual([76_500, 0])
  expect(report(seller, 'cash', july)[301]).toBe(25_500)
  // Credited in full, the invoice deducts nothing any more, and what was paid is an advance again.
  credit({ ...seller, now: seller.now + 45 * day }, final)
  expect(report(seller, 'invoice', july)[301]).toBe(-51_000)
})

it('states goods for another EU country that were invoiced in advance only when they are supplied', () => {
  const vat = { ...standard, vatCategory: 'K' as const, vatRateBp: 0 }
  expect(whenStated({ isAdvance: true }, vat, 'invoice')).toBe('supplied')
  expect(whenStated({ isAdvance: true }, { ...vat, vatCategory: 'AE', vatGround: 'eu_services' }, 'cash')).toBe(
    'advance',
  )
  const of = { grossCents: 900, vat: { ...vat, netCents: 900, vatCents: 0 }, when: 'supplied' as const }
  const events = [
    { day: '2026-06-02', paidCents: 900 },
    { day: '2026-07-02', deducted: { ...vat, netCents: 900 } },
  ]
  const inMonths = { fromDay: '2026-06-01', toDay: '2026-07-31' }
  expect(settledVat(of, events, inMonths)).toEqual([{ ...of.vat, day: '2026-07-02' }])
})

/** Numbers from 0 up to, but not including, the limit: the same in each run. */
function picker(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

const rates = [2550, 1350, 1000]

function randomInvoice(pick: (limit: number) => number): Partial<InvoiceInput> {
  const lines = Array.from({ length: 1 + pick(4) }, () => {
    const line = { ...invoiceLine, quantityMilli: 1000, unitPriceE4: (1000 + pick(900_000)) * 100 }
    const adjustments = [
      ...(pick(3) === 0 ? [adjustment('allowance', 1 + pick(500))] : []),
      ...(pick(3) === 0 ? [adjustment('charge', 1 + pick(90_000))] : []),
    ]
    return { ...line, vatRateBp: rates[pick(3)] ?? 2550, adjustments }
  })
  const { vatRateBp = 2550 } = lines[pick(lines.length)] ?? {}
  const ofWhole = (kind: Adjustment['kind'], cents: number): DocumentAdjustment => ({
    ...adjustment(kind, cents),
    ...{ ...standard, vatRateBp },
  })
  const adjustments = [
    ...(pick(2) === 0 ? [ofWhole('allowance', 1 + pick(400))] : []),
    ...(pick(3) === 0 ? [ofWhole('charge', 1 + pick(80_000))] : []),
  ]
  return { lines, adjustments }
}

it('states the sum of the VAT breakdowns of all invoices, credit notes and deducted advances, on both bases', () => {
  const seller = createPerson(testDatabase())
  const buyer = createPerson(seller.db)
  const pick = picker(20_260_601)
  const ids: string[] = []
  let advance: string | null = null
  for (let count = 0; count < 40; count += 1) {
    const isAdvance = count % 4 === 0
    const id = draftInvoice(seller, { ...randomInvoice(pick), isAdvance })
    seller.db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
    if (!isAdvance && advance && pick(2) === 0) {
      try {
        setAdvances(seller, { invoiceId: id, isAdvance: false, advanceIds: [advance] })
      } catch {
        // None of its lines has the VAT of the advance, or nothing of it is left.
      }
    }
    issueInvoice(seller, { invoiceId: id })
    const { grossCents } = getInvoice(seller, id)?.document ?? { grossCents: 0 }
    if (isAdvance) advance = id
    else if (grossCents > 100 && pick(3) === 0) {
      const note = creditInvoice(seller, { ...whole, invoiceId: id, amountCents: 1 + pick(grossCents) })
      ids.push(note.id)
    }
    ids.push(id)
    const row = () => seller.db.select().from(invoices).where(eq(invoices.id, id)).get()
    for (let open = payable(row()); open > 0; open = payable(row())) {
      const amountCents = Math.min(open, 1 + pick(open * 2))
      recordPayment(seller, { invoiceId: id, amountCents, paidOn: '2026-06-01' })
    }
  }
  const field: Record<number, 301 | 302 | 303> = { 2550: 301, 1350: 302, 1000: 303 }
  const expected = { 301: 0, 302: 0, 303: 0 }
  for (const id of ids) {
    const { kind, vatBreakdown } = getInvoice(seller, id)?.document ?? { kind: 'invoice', vatBreakdown: [] }
    for (const { vatRateBp, vatCents } of vatBreakdown)
      expected[field[vatRateBp] ?? 301] += kind === 'credit_note' ? -vatCents : vatCents
  }
  const owed = expected[301] + expected[302] + expected[303]
  for (const basis of ['invoice', 'cash'] as const) {
    expect(report(seller, basis)).toMatchObject({ ...expected, 308: owed })
    expect(report(buyer, basis)).toMatchObject({ 307: owed })
  }
})

const payable = (row: { grossCents: number; paidCents: number; creditedCents: number } | undefined) =>
  row ? row.grossCents - row.paidCents - row.creditedCents : 0
