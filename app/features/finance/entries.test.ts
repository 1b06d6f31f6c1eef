import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { issueFeeInvoices } from '#app/features/invoicing/platform-fee/issue-fee-invoices.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { recordRefund } from '#app/features/open-items/record-refund.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { anyRow } from '#tests/factories/any-row.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { createAccount, createTransaction, postedTransaction, splitInput } from '#tests/factories/finance.ts'
import { draftInvoice, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { listCashMonths } from './cash-flow.server.ts'
import { type Entry, listEntries } from './entries.server.ts'
import { suggestInvoices } from './invoice-matches.server.ts'
import { matchInvoice } from './match-invoice.server.ts'
import { begunBy, monthsOf, summarise } from './report.ts'
import { reverseTransaction } from './reverse-transaction.server.ts'
import { settleDrafts } from './settle-drafts.server.ts'

const db = testDatabase()
const today = (ctx: CompanyContext) => businessDay(ctx.now)
const entries = (ctx: CompanyContext) => listEntries(ctx, addDays(today(ctx), -400), today(ctx))
const sumsOf = (list: readonly Entry[]) => {
  const sums: Record<string, [gross: number, vat: number]> = {}
  for (const { category, grossCents, vatCents } of list) {
    const [gross, vat] = sums[category] ?? [0, 0]
    sums[category] = [gross + grossCents, vat + vatCents]
  }
  return sums
}
const post = (ctx: CompanyContext, id: string) => settleDrafts(ctx, { transactionIds: [id], purpose: null, post: true })

it('what escrow releases is income of the provider, less the fee, and an expense of the client, once', async () => {
  const deal = await signedDeal(db)
  const [milestone = ''] = deal.milestoneIds
  await released(deal, milestone)
  const { client, provider, projectId } = deal
  const row = db.$client
    .prepare('SELECT amount_cents AS gross, vat_cents AS vat FROM contract_milestones WHERE id = ?')
    .get(milestone)
  const { gross, vat } = row as { gross: number; vat: number }
  const [of] = entries(client)
  const retained = gross + (of?.grossCents ?? 0)
  expect(of).toMatchObject({ category: 'subcontractors', projectId })
  expect(sumsOf(entries(provider)).sales?.[0]).toBe(gross - retained)
  expect(of?.vatCents).toBe(-Math.round(((gross - retained) * vat) / gross))
  // A payment by the platform’s fee is taken off once.
  const fees = db.$client.prepare('SELECT sum(fee_cents) FROM platform_fees WHERE provider_company_id = ?').pluck()
  expect((sumsOf(entries(provider)).platform_fees?.[0] ?? 0) + Number(fees.get(provider.company.id))).toBe(0)
  expect(listEntries(provider, addDays(today(provider), 1), addDays(today(provider), 9))).toEqual([])
})

it('what the platform gives back of its fee lessens its fees, and is no income of subcontractors', async () => {
  const platform = createPerson(db, { now: Date.now() })
  const { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID }))
  Object.assign(env, { PLATFORM_FEE_BP: 250, PLATFORM_COMPANY_ID: platform.company.id })
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  issueFeeInvoices(systemContext(db, Date.now()))
  const [fee] = db.select().from(invoices).where(eq(invoices.companyId, platform.company.id)).all()
  const [invoiceId, feeCents] = [fee?.id ?? '', fee?.grossCents ?? 0]
  const sums = () => sumsOf(listEntries(deal.provider, addDays(today(deal.provider), -400), today(platform)))
  expect(sums()).toMatchObject({ platform_fees: [-feeCents, -(fee?.vatCents ?? 0)] })
  creditInvoice(platform, { invoiceId, amountCents: 2510, reason: 'Agreed', lineText: 'Credit', unit: 'pcs' })
  const refund = { paidOn: today(platform), method: 'bank_transfer' as const, note: null }
  recordRefund(platform, { ...refund, invoiceId, amountCents: 2510 })
  const { platform_fees: fees, subcontractors } = sums()
  expect([fees, subcontractors]).toEqual([[2510 - feeCents, 510 - (fee?.vatCents ?? 0)], undefined])
})

it('what a company pays for its plan is one of the platform’s fees, recorded or matched', () => {
  const [seller, buyer] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const id = draftInvoice(seller)
  db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
  anyRow(db, 'subscription_orders', { invoice_id: id })
  issueInvoice(seller, { invoiceId: id })
  recordPayment(seller, { invoiceId: id, amountCents: 62_750, paidOn: today(seller) })
  const paid = { platform_fees: [-62_750, -12_750] }
  expect(sumsOf(entries(buyer))).toEqual(paid)
  const row = createTransaction(buyer, createAccount(buyer), { splits: [], amountCents: -62_750 })
  matchInvoice(buyer, { transactionId: row, invoiceId: id })
  post(buyer, row)
  expect(sumsOf(entries(buyer))).toEqual(paid)
})

it('a payment of an invoice is income once, whether it is recorded, matched, or both', () => {
  const ctx = createPerson(db, { now: Date.now() })
  const account = createAccount(ctx)
  const id = issuedInvoice(ctx)
  const { reference, grossCents, vatCents } =
    db
      .select()
      .from(invoices)
      .all()
      .find((one) => one.id === id) ?? {}
  const amountCents = grossCents ?? 0
  const paid = { splits: [], amountCents, reference: ` ${reference} ` }
  const bankRow = createTransaction(ctx, account, paid)
  expect(suggestInvoices(ctx, { amountCents, currency: 'EUR', reference: `0${reference}` })).toMatchObject([{ id }])
  expect(entries(ctx)).toEqual([])
  matchInvoice(ctx, { transactionId: bankRow, invoiceId: id })
  // The payment is recorded with the match, and counts until the row is posted, and the row afterwards.
  const once = { sales: [amountCents, vatCents] }
  expect(sumsOf(entries(ctx))).toEqual(once)
  post(ctx, bankRow)
  expect(sumsOf(entries(ctx))).toEqual(once)
  const again = createTransaction(ctx, account, paid)
  expect(() => matchInvoice(ctx, { transactionId: again, invoiceId: id })).toThrow('invoiceAmount')
  reverseTransaction(ctx, { transactionId: bankRow, reason: 'Entered twice' })
  expect(sumsOf(entries(ctx))).toEqual(once)
})

it('counts two equal payments as two, of which one is matched', () => {
  const ctx = createPerson(db, { now: Date.now() })
  const id = issuedInvoice(ctx)
  for (const amountCents of [1000, 1000, 500]) recordPayment(ctx, { invoiceId: id, amountCents, paidOn: today(ctx) })
  const row = createTransaction(ctx, createAccount(ctx), { splits: [], amountCents: 1000 })
  matchInvoice(ctx, { transactionId: row, invoiceId: id })
  post(ctx, row)
  expect(sumsOf(entries(ctx)).sales?.[0]).toBe(2500)
})

it('an invoice that the company pays is its expense, whoever says so first', () => {
  const seller = createPerson(db, { now: Date.now() })
  const buyer = createPerson(db, { now: Date.now() })
  const id = draftInvoice(seller)
  db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
  issueInvoice(seller, { invoiceId: id })
  const row = createTransaction(buyer, createAccount(buyer), { splits: [], amountCents: -62_750 })
  expect(() => matchInvoice(seller, { transactionId: row, invoiceId: id })).toThrow('notFound')
  matchInvoice(buyer, { transactionId: row, invoiceId: id })
  post(buyer, row)
  expect(sumsOf(entries(buyer)).subcontractors?.[0]).toBe(-62_750)
  recordPayment(seller, { invoiceId: id, amountCents: 62_750, paidOn: today(seller) })
  expect(sumsOf(entries(buyer)).subcontractors?.[0]).toBe(-62_750)
  expect(sumsOf(entries(seller)).sales?.[0]).toBe(62_750)
})

it('reports by month, category and project without VAT, and cash with it, each currency by itself', () => {
  const ctx = createPerson(db)
  const account = createAccount(ctx, { openingCents: 5000, openingOn: '2026-02-01' })
  const savings = createAccount(ctx, { openingOn: '2026-02-01' })
  const dollars = createAccount(ctx, { currency: 'USD' })
  postedTransaction(ctx, account, { day: '2026-02-03' })
  postedTransaction(ctx, account, {
    day: '2026-03-03',
    amountCents: 12_550,
    splits: [splitInput({ category: 'sales', vat: 'standard' })],
  })
  const between = [splitInput({ category: 'own_transfer' })]
  postedTransaction(ctx, account, { day: '2026-03-04', amountCents: -1000, splits: between })
  postedTransaction(ctx, savings, { day: '2026-03-04', amountCents: 1000, splits: between })
  postedTransaction(ctx, dollars, { day: '2026-03-05', amountCents: -700 })
  createTransaction(ctx, account, { day: '2026-03-05' })
  const found = listEntries(ctx, '2026-01-01', '2026-12-31')
  const { byMonth, total, categories, byProject } = summarise(found, 'EUR', monthsOf(2026))
  expect(begunBy(byMonth, '2026-03-01')).toEqual(byMonth.slice(0, 3))
  expect(begunBy(byMonth, '2027-01-01')).toEqual(byMonth)
  expect(byMonth.slice(0, 3)).toEqual([
    { month: '2026-01', incomeCents: 0, expenseCents: 0 },
    { month: '2026-02', incomeCents: 0, expenseCents: -10_000 },
    { month: '2026-03', incomeCents: 10_000, expenseCents: 0 },
  ])
  expect(total).toEqual({ incomeCents: 10_000, expenseCents: -10_000 })
  expect(categories.map(({ category, cents }) => [category, cents])).toEqual([
    ['sales', 10_000],
    ['materials', -10_000],
  ])
  expect(byProject).toEqual([{ projectId: null, ...total }])
  expect(listCashMonths(ctx, 'EUR', monthsOf(2026)).slice(0, 4)).toEqual([
    { month: '2026-01', inCents: 0, outCents: 0, closingCents: 0 },
    { month: '2026-02', inCents: 0, outCents: -12_550, closingCents: -7550 },
    { month: '2026-03', inCents: 12_550, outCents: 0, closingCents: 5000 },
    { month: '2026-04', inCents: 0, outCents: 0, closingCents: 5000 },
  ])
  expect(listCashMonths(ctx, 'EUR', monthsOf(2027))[0]?.closingCents).toBe(5000)
})

it('counts no cash in or out for a row that was typed wrongly and reversed', () => {
  const ctx = createPerson(db)
  const account = createAccount(ctx, { openingCents: 5000, openingOn: '2026-02-01' })
  const wrong = postedTransaction(ctx, account, { day: '2026-03-03' })
  reverseTransaction(ctx, { transactionId: wrong, reason: 'Typed twice' })
  postedTransaction(ctx, account, { day: '2026-03-03' })
  const march = listCashMonths(ctx, 'EUR', monthsOf(2026))[2]
  expect(march).toEqual({ month: '2026-03', inCents: 0, outCents: -12_550, closingCents: -7550 })
})
