import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { listEntries } from '#app/features/finance/entries.server.ts'
import { reverseTransaction } from '#app/features/finance/reverse-transaction.server.ts'
import { setAdvances } from '#app/features/invoicing/advances/set-advances.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { payReleasedRetention } from '#app/features/invoicing/pay-released-retention.server.ts'
import { issueFeeInvoices } from '#app/features/invoicing/platform-fee/issue-fee-invoices.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { listAgeing, listOwedBack, listRetentions } from '#app/features/open-items/queries.server.ts'
import { recordRefund } from '#app/features/open-items/record-refund.server.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'
import { createParties, released, signedDeal } from '#tests/factories/deal.ts'
import { createAccount, postedTransaction, splitInput } from '#tests/factories/finance.ts'
import { draftInvoice, invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { vatFields } from './vat-fields.ts'
import { daysOfPeriod } from './vat-period.ts'
import { countUninvoiced, loadVatReport } from './vat-report.server.ts'

/** Ten in the morning, UTC, of a day of 2026 (`MM-DD`). */
const at = (day: string) => Date.parse(`2026-${day}T10:00:00Z`)
const on = <C extends { now: number }>(ctx: C, day: string): C => ({ ...ctx, now: at(day) })
const thousands = (count: number) => ({ ...invoiceLine, quantityMilli: count * 1000, unitPriceE4: 10_000_000 })

it('a year with escrow, retention, fees, an advance, a credit note, a refund, sales abroad and a reversal closes to the cent', async () => {
  const db = testDatabase()
  const platform = createPerson(db, { now: at('01-02') })
  const { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID }))
  Object.assign(env, { PLATFORM_FEE_BP: 250, PLATFORM_COMPANY_ID: platform.company.id })
  const deal = await signedDeal(db, await createParties(db, at('01-05')))
  const { client, provider } = deal
  const buyer = createPerson(db, { now: at('01-05') })
  const seller = (day: string) => on(provider, day)
  const release = async (day: string, milestoneId = '') => {
    const then = { ...deal, client: on(client, day), provider: seller(day), admin: on(deal.admin, day) }
    await released(then, milestoneId)
    const system = systemContext(db, at(day))
    issueFeeInvoices(system)
    payReleasedRetention(system)
    expect(countUninvoiced(seller(day), `2026-${day}`)).toBe(1)
    const input = { ...invoiceInput, deliveryDate: `2026-${day}`, lines: [thousands(5)], milestoneId }
    issueInvoice(seller(day), { invoiceId: createInvoice(seller(day), input).id })
    expect(countUninvoiced(seller(day), `2026-${day}`)).toBe(0)
  }
  const drafted = (day: string, change: Partial<InvoiceInput>, to: CompanyContext | null = buyer) => {
    const id = draftInvoice(seller(day), { deliveryDate: `2026-${day}`, ...change })
    if (to) db.update(invoices).set({ buyerCompanyId: to.company.id }).where(eq(invoices.id, id)).run()
    return id
  }
  const pay = (day: string, invoiceId: string, amountCents: number) =>
    recordPayment(seller(day), { invoiceId, amountCents, paidOn: `2026-${day}` })

  await release('02-10', deal.milestoneIds[0])
  const advance = drafted('04-01', { lines: [thousands(1)], isAdvance: true })
  issueInvoice(seller('04-01'), { invoiceId: advance })
  pay('04-20', advance, 62_750)
  const work = drafted('05-15', { lines: [thousands(3)] })
  setAdvances(seller('05-15'), { invoiceId: work, isAdvance: false, advanceIds: [advance] })
  issueInvoice(seller('05-15'), { invoiceId: work })
  sendInvoice(seller('05-15'), { invoiceId: work, email: 'b@buyer.example', locale: 'en' })
  pay('06-20', work, 251_000)
  pay('07-02', advance, 62_750)
  const less = { amountCents: 33_333, reason: 'Less work', lineText: 'Credit', unit: 'pcs' }
  creditInvoice(seller('08-03'), { ...less, invoiceId: work })
  expect(listOwedBack(seller('08-04'), 'issued')).toMatchObject([{ cents: 33_333 }])
  const back = { amountCents: 33_333, paidOn: '2026-08-10', method: 'bank_transfer' as const, note: null }
  recordRefund(seller('08-10'), { ...back, invoiceId: work })
  const german = { buyerCountry: 'DE', buyerVatNumber: 'DE136695976', buyerPostalCode: '10115', buyerCity: 'Berlin' }
  const service = { ...thousands(2), vatCategory: 'AE' as const, vatRateBp: 0, vatGround: 'eu_services' as const }
  const inBerlin = drafted('09-01', { ...german, lines: [service] }, null)
  issueInvoice(seller('09-01'), { invoiceId: inBerlin })
  const norwegian = { buyerCountry: 'NO', buyerPostalCode: '0155', buyerCity: 'Oslo', note: 'Design for abroad' }
  const euroRate = { euroRateE6: 1_170_000, euroRateDate: '2026-09-01', euroRateSource: 'ECB' }
  const design = { ...thousands(1), vatCategory: 'O' as const, vatRateBp: 0 }
  const inOslo = drafted('09-02', { ...norwegian, currency: 'USD', euroRate, lines: [design] }, null)
  issueInvoice(seller('09-02'), { invoiceId: inOslo })
  const account = createAccount(provider)
  const bought = { day: '2026-03-03', splits: [splitInput({ vat: 'standard' })] }
  postedTransaction(seller('03-03'), account, bought)
  const twice = postedTransaction(seller('03-04'), account, bought)
  reverseTransaction(seller('03-05'), { transactionId: twice, reason: 'Entered twice' })
  await release('10-10', deal.milestoneIds[1])
  payReleasedRetention(systemContext(db, at('10-11')))

  const report = (ctx: CompanyContext, basis: VatBasis, period = '2026') =>
    loadVatReport(on(ctx, '12-31'), { basis, ...(daysOfPeriod(period) ?? { from: '', to: '' }) })
  const sums = (ctx: CompanyContext, basis: VatBasis = 'invoice') => report(ctx, basis).sums
  // Two milestones of 5,000.00, the work of 3,000.00 less the credit note of 265.60, all at 25.5 %.
  const owed = 2 * 127_500 + 76_500 - 6773
  const fees = 3028 + 3028 + 319
  for (const basis of ['invoice', 'cash'] as const) {
    expect(sums(provider, basis)).toMatchObject({ 301: owed, 307: 2550 + fees, 312: 200_000, 308: owed - 2550 - fees })
    expect(sums(client, basis)).toMatchObject({ 307: 2 * 127_500 })
    expect(sums(buyer, basis)).toMatchObject({ 307: 76_500 - 6773 })
    expect(sums(platform, basis)).toMatchObject({ 301: fees })
    for (const ctx of [provider, client, buyer, platform]) {
      const quarters = [1, 2, 3, 4].map((quarter) => report(ctx, basis, `2026-Q${quarter}`).sums)
      for (const field of vatFields)
        expect([field, quarters.reduce((sum, quarter) => sum + quarter[field], 0)]).toEqual([
          field,
          sums(ctx, basis)[field],
        ])
    }
  }
  expect(sums(provider)[309]).toBe(85_470)
  // The books say the same: what was sold and paid, and the tax in it.
  const entries = listEntries(seller('12-31'), '2026-01-01', '2026-12-31')
  const sold = entries.filter(({ category }) => category === 'sales')
  const sum = (of: 'grossCents' | 'vatCents') => sold.reduce((total, entry) => total + entry[of], 0)
  expect([sum('grossCents'), sum('vatCents')]).toEqual([2 * 627_500 + 376_500 - 33_333, owed])
  const open = listAgeing(seller('12-31'), 'issued').map(({ currency, total }) => [currency, total])
  expect(open).toEqual([
    ['EUR', 200_000],
    ['USD', 100_000],
  ])
  const left = [listRetentions(seller('12-31'), 'issued'), listOwedBack(seller('12-31'), 'issued')]
  expect(left).toEqual([[], []])
  expect(checkLedger(db)).toMatchObject({ sound: true })
  expect(verifyAudit(db).brokenAt).toBeNull()
})
