import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsMatchText } from '#app/features/contracts/contract-text.server.ts'
import { approveOverdue } from '#app/features/escrow/approve-overdue.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { findFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { releaseOverdue } from '#app/features/escrow/release-overdue.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { outsideUnionReason } from '#app/platform/finnish-vat.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { invoices, platformFees } from '#db/schema/invoices/invoicing.ts'
import { subscriptions } from '#db/schema/plans.ts'
import { draftedDeal, fund, released, sendAndSign, submitted, terminateContract } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { issueFeeInvoices } from './issue-fee-invoices.server.ts'

const day = 86_400_000
type CompanyChange = Partial<typeof companies.$inferInsert>

/** A signed contract (2 × 5,000.00 and VAT, 5 % retained) with a fee of 2.5 %, and the platform's company. */
async function world(change: { provider?: CompanyChange; contract?: Partial<typeof contracts.$inferInsert> } = {}) {
  const db = testDatabase()
  const platform = createPerson(db)
  const { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_FEE_BP, PLATFORM_COMPANY_ID }))
  Object.assign(env, { PLATFORM_FEE_BP: 250, PLATFORM_COMPANY_ID: platform.company.id })
  const deal = await draftedDeal(db)
  const ofProvider = eq(companies.id, deal.provider.company.id)
  if (change.provider) db.update(companies).set(change.provider).where(ofProvider).run()
  if (change.contract) db.update(contracts).set(change.contract).run()
  await sendAndSign(deal)
  const [first = '', second = ''] = deal.milestoneIds
  const later = (days = 0) => systemContext(db, platform.now + days * day)
  const fees = () =>
    db
      .select()
      .from(platformFees)
      .all()
      .map(({ netCents, feeCents }) => [netCents, feeCents])
  const taken = () =>
    db.$client
      .prepare(
        "SELECT coalesce(-sum(amount_cents), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'platform_fee'",
      )
      .pluck()
      .get()
  const issued = () => db.select().from(invoices).where(eq(invoices.companyId, platform.company.id)).all()
  return { ...deal, db, platform, first, second, later, fees, taken, issued }
}

describe('the fee of a release', () => {
  it('is a share of the price without VAT, with its VAT, and is invoiced once by the platform’s company, paid by the release', async () => {
    const deal = await world()
    const { db, provider, platform, client, first, contractId, later } = deal
    await released(deal, first)
    // 5 % of 6,275.00 is retained; 2.5 % of the 4,750.00 without VAT, and 25.5 % of that.
    expect({ fees: deal.fees(), taken: deal.taken() }).toEqual({ fees: [[11_875, 14_903]], taken: 14_903 })
    expect([issueFeeInvoices(later()), issueFeeInvoices(later())]).toEqual([1, 0])
    const [invoice] = deal.issued()
    const shown = getInvoice(provider, invoice?.id ?? '')
    expect(shown).toMatchObject({
      role: 'recipient',
      document: { status: 'paid', netCents: 11_875, vatCents: 3028, grossCents: 14_903, openCents: 0 },
      payments: [{ source: 'fee', amountCents: 14_903 }],
    })
    const contract = db.select().from(contracts).get()
    expect(shown?.document.lines).toMatchObject([
      { description: `Platform fee, contract ${contract?.number}`, unit: 'pcs' },
    ])
    expect(invoice).toMatchObject({
      contractId,
      buyerCompanyId: provider.company.id,
      milestoneId: null,
      roundingCents: 0,
    })
    expect(invoice?.sentAt).not.toBeNull()
    expect(recorded(db, 'invoice.sent')).toMatchObject([{ invoiceId: invoice?.id, settled: 'paid' }])
    expect(getInvoice(platform, invoice?.id ?? '')?.role).toBe('issuer')
    expect(getInvoice(client, invoice?.id ?? '')).toBeNull()
    expect(checkLedger(db)).toMatchObject({ sound: true })
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('is invoiced with the number of the contract as the buyer’s reference, or with what the provider asks for', async () => {
    const deal = await world()
    const { db, provider, first, second, later } = deal
    await released(deal, first)
    issueFeeInvoices(later())
    const ofProvider = eq(subscriptions.companyId, provider.company.id)
    db.update(subscriptions).set({ orderReference: 'PO-2026-7' }).where(ofProvider).run()
    await released(deal, second)
    issueFeeInvoices(later())
    const contract = db.select().from(contracts).get()
    expect(deal.issued().map(({ buyerReference, orderReference }) => [buyerReference, orderReference])).toEqual([
      [contract?.number, null],
      [null, 'PO-2026-7'],
      // Of the retention, which the last release sets free.
      [null, 'PO-2026-7'],
    ])
  })

  it('is taken and invoiced whoever releases: the clock, the client at the end, or an admin who decides', async () => {
    const deal = await world()
    const { client, provider, admin, contractId, first, second, later } = deal
    submitted(deal, first)
    approveOverdue(later(14))
    expect(releaseOverdue(later(21))).toBe(1)
    fund(deal, second)
    disputeMilestone(client, { milestoneId: second, reason: 'It leaks.' })
    const halves = { clientCents: 313_750, providerCents: 313_750 }
    await resolveDispute(admin, { milestoneId: second, split: halves, reason: 'Half is done.' })
    await releaseRetention(client, { contractId })
    expect(deal.fees()).toEqual([
      [11_875, 14_903],
      [6250, 7844],
      [625, 784],
    ])
    expect(issueFeeInvoices(later(22))).toBe(3)
    // In the order in which they were taken: the clock of the job released last.
    expect(deal.issued().map(({ grossCents }) => grossCents)).toEqual([7844, 784, 14_903])
    expect(deal.taken()).toBe(14_903 + 7844 + 784)
    expect(new Set(deal.issued().map(({ buyerCompanyId }) => buyerCompanyId))).toEqual(new Set([provider.company.id]))
  })

  it('is taken of the part of a retention that a decision gives to the provider', async () => {
    const deal = await world()
    const { client, admin, contractId, first, later } = deal
    await released(deal, first)
    terminateContract(client, { contractId, reason: 'Bankrupt' })
    disputeRetention(client, { contractId, reason: 'A door is missing' })
    await resolveRetention(admin, { contractId, split: { clientCents: 6275, providerCents: 25_100 }, reason: 'It is' })
    expect(deal.fees()).toEqual([
      [11_875, 14_903],
      [500, 628],
    ])
    expect(issueFeeInvoices(later())).toBe(2)
  })

  it.each([
    ['reverse charge in another country of the Union', { country: 'DE', vatNumber: 'DE136695976' }, 'AE', ''],
    ['no VAT outside the Union, with the reason', { country: 'US', vatNumber: null }, 'O', outsideUnionReason],
  ] as const)('has %s', async (_name, provider, vatCategory, note) => {
    const deal = await world({ provider })
    await released(deal, deal.first)
    expect(deal.fees()).toEqual([[11_875, 11_875]])
    expect(issueFeeInvoices(deal.later())).toBe(1)
    const [invoice] = deal.issued()
    expect(invoice).toMatchObject({ note, vatCents: 0, grossCents: 11_875 })
    expect(getInvoice(deal.platform, invoice?.id ?? '')?.document.vatBreakdown).toMatchObject([{ vatCategory }])
  })

  it('stays a share of the gross with VAT in it where the contract was drafted so', async () => {
    const deal = await world({ contract: { platformFeeBasis: 'gross', platformFeeBp: 333 } })
    await released(deal, deal.first)
    // 3.33 % of 5,961.25 is 198.51, whose net is 158.18: 25.5 % of it is 40.34, and a cent is the rounding amount.
    expect(issueFeeInvoices(deal.later())).toBe(1)
    const [invoice] = deal.issued()
    expect(invoice?.grossCents).toBe(19_851)
    expect((invoice?.netCents ?? 0) + (invoice?.vatCents ?? 0) + (invoice?.roundingCents ?? 0)).toBe(19_851)
    expect(deal.taken()).toBe(19_851)
  })
})

describe('no fee is taken', () => {
  const detail: [string, CompanyChange][] = [
    ['a business id', { businessId: null }],
    ['an undisputed business id', { businessIdDisputed: true }],
    ['a VAT number', { vatNumber: null }],
    ['a Finnish VAT number', { vatNumber: 'DE136695976' }],
    ['a street', { street: ' ' }],
    ['a bank account', { iban: null }],
  ]
  it.each(detail)('while the platform’s company has not %s, and new contracts have none', async (_name, change) => {
    const deal = await world()
    deal.db.update(companies).set(change).where(eq(companies.id, deal.platform.company.id)).run()
    await released(deal, deal.first)
    expect({ fees: deal.fees(), taken: deal.taken(), issued: issueFeeInvoices(deal.later()) }).toEqual({
      fees: [],
      taken: 0,
      issued: 0,
    })
    const { contractId } = await draftedDeal(deal.db)
    expect(deal.db.select().from(contracts).where(eq(contracts.id, contractId)).get()?.platformFeeBp).toBe(0)
  })

  it('without a configured company, or where its company is the provider', async () => {
    const deal = await world()
    Object.assign(env, { PLATFORM_COMPANY_ID: undefined })
    await released(deal, deal.first)
    Object.assign(env, { PLATFORM_COMPANY_ID: deal.provider.company.id })
    await released(deal, deal.second)
    expect(deal.taken()).toBe(0)
  })

  it('with VAT in another currency, which nobody has stated in euros', async () => {
    const deal = await world()
    const terms = { ...deal.db.select().from(contracts).get(), currency: 'USD' as const }
    const amounts = { grossCents: 596_125, netCents: 475_000 }
    expect(findFee(deal.db, deal.platform.now, terms as never, amounts).feeCents).toBe(0)
    expect(findFee(deal.db, deal.platform.now, { ...terms, currency: 'EUR' } as never, amounts).feeCents).toBe(14_903)
  })
})

it('waits while the platform’s company cannot invoice it, and is invoiced then', async () => {
  const deal = await world()
  await released(deal, deal.first)
  const ofPlatform = eq(companies.id, deal.platform.company.id)
  deal.db.update(companies).set({ street: null }).where(ofPlatform).run()
  expect(issueFeeInvoices(deal.later())).toBe(0)
  expect(deal.issued()).toEqual([])
  deal.db.update(companies).set({ street: 'Testikatu 1' }).where(ofPlatform).run()
  expect(issueFeeInvoices(deal.later())).toBe(1)
  expect(deal.issued()[0]).toMatchObject({ number: '2026-0001' })
})

it('stands in the text that both parties sign, and neither text nor fee changes afterwards', async () => {
  const deal = await world()
  const contract = deal.db.select().from(contracts).get()
  if (!contract) throw new Error('it is gone')
  expect(contract.documentText).toContain('platform fee of:\n  | payouts without VAT, with VAT added')
  expect(rowsMatchText(deal.db, contract)).toBe(true)
  await released(deal, deal.first)
  const run = (statement: string) => () => deal.db.$client.prepare(statement).run()
  expect(run("UPDATE contracts SET platform_fee_basis = 'gross'")).toThrow('the text is frozen')
  expect(run('UPDATE platform_fees SET fee_cents = 1')).toThrow('platform fee')
  expect(run('DELETE FROM platform_fees')).toThrow('permanent')
  expect(run('INSERT OR REPLACE INTO platform_fees SELECT * FROM platform_fees')).toThrow('platform fee')
  const other = 'INSERT INTO platform_fees SELECT p.id'
  const rest =
    'f.company_id, f.provider_company_id, f.contract_id, f.currency, f.net_cents, f.fee_cents, f.vat_rate_bp, f.vat_category, f.taken_at, NULL'
  expect(run(`${other}, ${rest} FROM platform_fees f, ledger_postings p WHERE p.kind = 'fund'`)).toThrow('platform fee')
  issueFeeInvoices(deal.later())
  expect(run('UPDATE platform_fees SET invoice_id = NULL')).toThrow('platform fee')
})
