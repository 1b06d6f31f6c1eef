import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listEntries } from '#app/features/finance/entries.server.ts'
import { matchInvoice } from '#app/features/finance/match-invoice.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { createAccount, createTransaction } from '#tests/factories/finance.ts'
import { draftInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { loadVatReport } from './vat-report.server.ts'

const db = testDatabase()
const days = (ctx: CompanyContext) => [addDays(businessDay(ctx.now), -40), addDays(businessDay(ctx.now), 40)] as const
/** What the company's purchases through Groundwork cost it, in cents, without the VAT that it deducts. */
const cost = (ctx: CompanyContext) =>
  listEntries(ctx, ...days(ctx))
    .filter(({ category }) => category === 'subcontractors')
    .reduce((sum, { grossCents, vatCents }) => sum + grossCents - vatCents, 0)
const deducted = (ctx: CompanyContext) => {
  const [from, to] = days(ctx)
  return loadVatReport(ctx, { from, to, basis: 'invoice' }).sums[307]
}
const becomePerson = (ctx: CompanyContext) =>
  db
    .update(companies)
    .set({ kind: 'individual', vatNumber: null, businessId: null })
    .where(eq(companies.id, ctx.company.id))
    .run()

it('VAT that a private person pays is part of the expense, and in no field of the return', () => {
  const seller = createPerson(db)
  const buyer = createPerson(db)
  const toBuyer = () => {
    const id = draftInvoice(seller)
    db.update(invoices).set({ buyerCompanyId: buyer.company.id }).where(eq(invoices.id, id)).run()
    issueInvoice(seller, { invoiceId: id })
    return id
  }
  recordPayment(seller, { invoiceId: toBuyer(), amountCents: 62_750, paidOn: businessDay(seller.now) })
  const row = createTransaction(buyer, createAccount(buyer), { splits: [], amountCents: -62_750 })
  matchInvoice(buyer, { transactionId: row, invoiceId: toBuyer() })
  settleDrafts(buyer, { transactionIds: [row], purpose: null, post: true })
  expect([cost(buyer), deducted(buyer)]).toEqual([-100_000, 25_500])
  becomePerson(buyer)
  expect([cost(buyer), deducted(buyer)]).toEqual([-125_500, 0])
  // Its number says that it is a business of its own.
  db.update(companies).set({ vatNumber: 'FI12345671' }).where(eq(companies.id, buyer.company.id)).run()
  expect([cost(buyer), deducted(buyer)]).toEqual([-100_000, 25_500])
})

it('VAT of a project whose client does not deduct it is part of what it pays, from escrow too', async () => {
  const entries = (ctx: CompanyContext, of: string) =>
    listEntries(ctx, ...days(ctx)).filter(({ category }) => category === of)
  const platform = createPerson(db)
  const { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID }))
  Object.assign(env, { PLATFORM_FEE_BP: 250, PLATFORM_COMPANY_ID: platform.company.id })
  const paidTo = async (buyerDeductsVat: boolean) => {
    const deal = await signedDeal(db, undefined, { buyerDeductsVat })
    await released(deal, deal.milestoneIds[0] ?? '')
    return deal
  }
  expect(cost((await paidTo(true)).client)).toBe(-475_000)
  const { client, provider } = await paidTo(false)
  expect(cost(client)).toBe(-596_125)
  // It is the client's own matter: the provider owes it, and deducts that of the platform's fee, unless it is a private person.
  expect(entries(provider, 'sales')).toMatchObject([{ grossCents: 596_125, vatCents: 121_125 }])
  const ofFee = () => entries(provider, 'platform_fees').map(({ vatCents }) => vatCents || 0)
  expect(ofFee()[0]).toBeLessThan(0)
  becomePerson(provider)
  expect(ofFee()).toEqual([0])
})

it('a reverse charge that the client does not deduct is part of what the work costs it, and of nothing else', async () => {
  const paidTo = async (buyerDeductsVat: boolean) => {
    const deal = await signedDeal(db, undefined, { vatTreatment: 'reverse_charge', buyerDeductsVat })
    await released(deal, deal.milestoneIds[0] ?? '')
    return deal
  }
  expect(cost((await paidTo(true)).client)).toBe(-475_000)
  const { client, provider } = await paidTo(false)
  expect(cost(client)).toBe(-596_125)
  const sales = listEntries(provider, ...days(provider)).filter(({ category }) => category === 'sales')
  expect(sales).toMatchObject([{ grossCents: 475_000 }])
})
