import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { getCompany } from '#app/features/team/queries.server.ts'
import { isReference } from '#app/platform/reference-number.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { createParties, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { invoiceText } from './assign-invoice-number.server.ts'
import { getInvoiceContent } from './content/content-rows.server.ts'
import { createInvoice } from './create-invoice.server.ts'
import { creditInvoice } from './credit-invoice.server.ts'
import { deleteDraft } from './delete-draft.server.ts'
import { findReissue } from './find-reissue.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'
import { milestoneVat } from './milestone-vat.ts'
import { payReleasedRetention } from './pay-released-retention.server.ts'
import {
  findMilestoneInvoice,
  getInvoice,
  type InvoiceDetail,
  listOutstanding,
  listUninvoicedMilestones,
} from './queries.server.ts'
import { updateInvoice } from './update-invoice.server.ts'
import type { LineVat } from './vat-choice.ts'

const day = 86_400_000
const sequences = ({ db, company }: CompanyContext, year = 2026) =>
  db.$client
    .prepare('select sequence from invoices where company_id = ? and year = ? order by sequence')
    .pluck()
    .all(company.id, year) as number[]

describe('issuing', () => {
  it('assigns number, dates, reference, and a hash over the whole invoice', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = draftInvoice(ctx)
    expect(issueInvoice(ctx, { invoiceId })).toEqual({ number: '2026-0001' })
    const row = ctx.db.select().from(invoices).where(eq(invoices.id, invoiceId)).get()
    if (!row) throw new Error('it is gone')
    expect(row).toMatchObject({
      status: 'issued',
      issueDate: '2026-06-01',
      dueDate: '2026-06-15',
      seller: { businessId: getCompany(ctx)?.businessId, iban: 'FI7944052020036082' },
    })
    expect(isReference(row.reference ?? '')).toBe(true)
    const text = invoiceText(row, getInvoiceContent(ctx.db, invoiceId), null)
    expect(row.hash).toBe(createHash('sha256').update(text).digest('hex'))
    expect(text).toContain('| 2026-0001')
    expect(verifyAudit(ctx.db).brokenAt).toBeNull()
  })

  it('keeps the seller’s details at the time of issue', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = issuedInvoice(ctx)
    ctx.db.update(companies).set({ name: 'Renamed Oy', street: 'Elsewhere 1' }).run()
    expect(getInvoice(ctx, invoiceId)?.document.seller.street).toBe('Testikatu 1')
  })

  it('happens once', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = draftInvoice(ctx)
    const submissionId = newId()
    expect(issueInvoice(ctx, { invoiceId, submissionId })).toEqual(issueInvoice(ctx, { invoiceId, submissionId }))
    expect(() => issueInvoice(ctx, { invoiceId })).toThrow('wrongState')
    expect(sequences(ctx)).toEqual([1])
  })

  it.each(['businessId', 'street', 'postalCode', 'city', 'iban'] as const)(
    'requires the %s of the seller',
    (detail) => {
      const ctx = createPerson(testDatabase())
      const invoiceId = draftInvoice(ctx)
      ctx.db
        .update(companies)
        .set({ [detail]: null })
        .run()
      expect(() => issueInvoice(ctx, { invoiceId })).toThrow('sellerIncomplete')
      expect(sequences(ctx)).toEqual([])
    },
  )

  it('takes a business id that another company had first for none', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = draftInvoice(ctx)
    ctx.db.update(companies).set({ businessIdDisputed: true }).run()
    expect(() => issueInvoice(ctx, { invoiceId })).toThrow('sellerIncomplete')
    expect(sequences(ctx)).toEqual([])
  })

  it('requires both VAT numbers for the reverse charge', () => {
    const ctx = createPerson(testDatabase())
    const lines = [{ ...invoiceLine, vatCategory: 'AE' as const, vatGround: 'construction' as const, vatRateBp: 0 }]
    const invoiceId = draftInvoice(ctx, { lines })
    expect(() => issueInvoice(ctx, { invoiceId })).toThrow('buyerVatNumberNeeded')
    const other = draftInvoice(ctx, { lines, buyerVatNumber: 'FI 12345671' })
    ctx.db.update(companies).set({ vatNumber: null }).run()
    expect(() => issueInvoice(ctx, { invoiceId: other })).toThrow('sellerVatNumberNeeded')
    ctx.db.update(companies).set({ vatNumber: 'FI12345671' }).run()
    issueInvoice(ctx, { invoiceId: other })
    expect(getInvoice(ctx, other)?.document).toMatchObject({
      buyer: { vatNumber: 'FI12345671' },
      vatCents: 0,
      grossCents: 50_000,
      vatBreakdown: [{ vatCategory: 'AE', vatRateBp: 0, netCents: 50_000, vatCents: 0 }],
    })
  })

  it('is for the issuer only', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = draftInvoice(ctx)
    expect(() => issueInvoice(createPerson(ctx.db), { invoiceId })).toThrow('not_found')
  })
})

describe('a milestone that escrow released', () => {
  async function releasedMilestone(vat: Parameters<typeof signedDeal>[2] = {}) {
    const deal = await signedDeal(testDatabase(), undefined, vat)
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    return { ...deal, milestoneId, input: { ...invoiceInput, lines, milestoneId } }
  }

  it('pays its invoice in the same transaction, except the retention, which is paid when the contract ends', async () => {
    const deal = await releasedMilestone()
    const { provider, client, input } = deal
    const { id } = createInvoice(provider, input)
    issueInvoice(provider, { invoiceId: id })
    expect(getInvoice(client, id)).toMatchObject({
      role: 'recipient',
      actions: [],
      document: { status: 'partly_paid', openCents: 0, paidCents: 596_125, retainedCents: 31_375 },
      payments: [{ source: 'escrow', amountCents: 596_125 }],
    })
    expect(getInvoice(provider, id)?.actions).not.toContain('record_payment')
    expect(listOutstanding(provider, 'issued')).toEqual([])
    const later = systemContext(provider.db, provider.now + 100 * day)
    expect(payReleasedRetention(later)).toBe(0)
    terminateContract(client, { contractId: deal.contractId, reason: 'Bankrupt' })
    await releaseRetention(client, { contractId: deal.contractId })
    // The document follows the ledger at once, not the clock that records the payment.
    expect(getInvoice(client, id)?.document).toMatchObject({ status: 'paid', paidCents: 627_500, retainedCents: 0 })
    expect([payReleasedRetention(later), payReleasedRetention(later)]).toEqual([1, 0])
    expect(getInvoice(client, id)).toMatchObject({
      document: { status: 'paid', openCents: 0, paidCents: 627_500, retainedCents: 0 },
      payments: [
        { source: 'escrow', amountCents: 596_125 },
        { source: 'retention', amountCents: 31_375 },
      ],
    })
    expect(verifyAudit(provider.db).brokenAt).toBeNull()
  })

  it('is invoiced anew once its invoice is fully credited, and the payment moves over: once, whenever the contract ends', async () => {
    const deal = await releasedMilestone()
    const { provider, client, input, milestoneId } = deal
    const credit = (invoiceId: string, amountCents: number | null = null) =>
      creditInvoice(provider, { invoiceId, amountCents, reason: 'Wrong buyer', lineText: 'Credit', unit: 'pcs' })
    const issue = () => {
      const { id } = createInvoice(provider, input)
      issueInvoice(provider, { invoiceId: id })
      return id
    }
    const paid = (id: string) => getInvoice(provider, id)?.document.paidCents
    const paidOfMilestone = () =>
      provider.db.$client
        .prepare(
          'select sum(p.amount_cents) from invoice_payments p join invoices i on i.id = p.invoice_id where i.milestone_id = ?',
        )
        .pluck()
        .get(milestoneId)
    const first = issue()
    credit(first, 100)
    expect(() => createInvoice(provider, input)).toThrow('milestoneInvoiced')
    credit(first)
    expect(getInvoice(provider, first)?.document).toMatchObject({ status: 'credited', retainedCents: 0 })
    const sum = (id: string) => {
      const { grossCents, paidCents, creditedCents, retainedCents, overpaidCents } =
        getInvoice(client, id)?.document ?? {}
      return [grossCents, paidCents, creditedCents, retainedCents, overpaidCents]
    }
    expect(sum(first)).toEqual([627_500, 596_125, 627_500, 0, 596_125])
    const reissueOf = (ctx: CompanyContext, id: string) => findReissue(ctx, getInvoice(ctx, id) as InvoiceDetail)
    expect(getInvoice(client, first)?.document.carriedCents).toBe(596_125)
    expect(reissueOf(provider, first)).toEqual({ kind: 'possible', milestoneId, certificateId: null })
    expect(reissueOf(client, first)).toBeNull()
    expect(findMilestoneInvoice(provider, { milestoneId, certificateId: null })).toBeNull()
    expect(listUninvoicedMilestones(provider, 5)).toHaveLength(1)
    const second = issue()
    expect(() => createInvoice(provider, input)).toThrow('milestoneInvoiced')
    expect([paid(first), paid(second), paidOfMilestone()]).toEqual([0, 596_125, 596_125])
    expect(sum(first)).toEqual([627_500, 0, 627_500, 0, 0])
    expect(getInvoice(client, first)?.document).toMatchObject({ status: 'credited', carriedCents: 0 })
    expect(reissueOf(provider, first)).toMatchObject({ kind: 'done', invoiceId: second })
    expect(reissueOf(provider, second)).toBeNull()
    expect(getInvoice(client, first)?.payments.map(({ source, amountCents }) => [source, amountCents])).toEqual([
      ['escrow', 596_125],
      ['moved', -596_125],
    ])
    terminateContract(client, { contractId: deal.contractId, reason: 'Bankrupt' })
    await releaseRetention(client, { contractId: deal.contractId })
    payReleasedRetention(systemContext(provider.db, provider.now))
    credit(second)
    const third = issue()
    expect([paid(first), paid(second), paid(third), paidOfMilestone()]).toEqual([0, 0, 627_500, 627_500])
    expect(getInvoice(provider, third)?.document).toMatchObject({ status: 'paid', retainedCents: 0 })
    const insert = () => provider.db.$client.exec(`UPDATE invoices SET status = 'issued' WHERE id = '${first}'`)
    expect(insert).toThrow('UNIQUE')
  })

  it('cannot be invoiced for less than was released', async () => {
    const { provider, input } = await releasedMilestone()
    expect(() => createInvoice(provider, { ...input, lines: [invoiceLine] })).toThrow('lessThanReleased')
    const { id: invoiceId } = createInvoice(provider, input)
    expect(() => updateInvoice(provider, { ...input, lines: [invoiceLine], invoiceId })).toThrow('lessThanReleased')
    expect(sequences(provider)).toEqual([])
  })

  it('is taxed as its contract says', async () => {
    const { provider, input } = await releasedMilestone()
    const untaxed = input.lines.map((line) => ({
      ...line,
      vatCategory: 'AE' as const,
      vatGround: 'construction' as const,
      vatRateBp: 0,
    }))
    expect(() => createInvoice(provider, { ...input, lines: untaxed })).toThrow('vatNotOfContract')
    const { id: invoiceId } = createInvoice(provider, input)
    expect(() => updateInvoice(provider, { ...input, lines: untaxed, invoiceId })).toThrow('vatNotOfContract')
    // A contract from before clients stated a treatment says nothing, and only the amount that was released counts.
    provider.db.$client.exec('DROP TRIGGER contract_milestones_words')
    provider.db.update(milestones).set({ vatCategory: null }).run()
    expect(() => updateInvoice(provider, { ...input, lines: untaxed, invoiceId })).toThrow('lessThanReleased')
  })

  it('states article 196 where the project was of services to a client in another EU country', async () => {
    const db = testDatabase()
    const people = await createParties(db)
    const inGermany = { country: 'DE', vatNumber: 'DE129274202', postalCode: '80333', city: 'München' }
    db.update(companies).set(inGermany).where(eq(companies.id, people.client.company.id)).run()
    const deal = await signedDeal(db, people, { vatTreatment: 'eu_services' })
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const contract = getReleasedMilestone(deal.provider, { milestoneId, certificateId: null })
    const vat = contract && milestoneVat(contract)
    if (!vat) throw new Error('no VAT')
    expect(vat).toEqual({ vatCategory: 'AE', vatGround: 'eu_services', vatRateBp: 0 })
    const line = { ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }
    const of = (lineVat: LineVat) => ({ ...invoiceInput, lines: [{ ...line, ...lineVat }], milestoneId })
    expect(() => createInvoice(deal.provider, of({ ...vat, vatGround: 'construction' }))).toThrow('vatNotOfContract')
    const { id } = createInvoice(deal.provider, of(vat))
    issueInvoice(deal.provider, { invoiceId: id })
    expect(getInvoice(deal.client, id)?.document).toMatchObject({
      buyer: { vatNumber: 'DE129274202', country: 'DE' },
      lines: [{ vatCategory: 'AE', vatGround: 'eu_services' }],
      ...{ vatCents: 0, grossCents: 500_000 },
    })
  })

  it('under reverse charge holds and pays net, and its form starts with that category', async () => {
    const { provider, client, input, milestoneId } = await releasedMilestone({ vatTreatment: 'reverse_charge' })
    expect(getReleasedMilestone(provider, { milestoneId, certificateId: null })).toMatchObject({
      ...{ netCents: 500_000, vatCents: 0, grossCents: 500_000, vatRateBp: 0, vatCategory: 'AE' },
    })
    expect(milestoneVat({ vatCategory: 'AE', vatGround: null, vatRateBp: 0 })).toMatchObject({
      vatGround: 'construction',
    })
    expect(() => createInvoice(provider, input)).toThrow('vatNotOfContract')
    const lines = input.lines.map((line) => ({
      ...line,
      vatCategory: 'AE' as const,
      vatGround: 'construction' as const,
      vatRateBp: 0,
    }))
    const { id } = createInvoice(provider, { ...input, lines, buyerVatNumber: 'FI12345671' })
    issueInvoice(provider, { invoiceId: id })
    expect(getInvoice(client, id)?.document).toMatchObject({
      ...{ netCents: 500_000, vatCents: 0, grossCents: 500_000, paidCents: 475_000, openCents: 0 },
      vatBreakdown: [{ vatCategory: 'AE', vatRateBp: 0, netCents: 500_000, vatCents: 0 }],
    })
  })

  it('of exempt work carries the ground of its project', async () => {
    const { provider, milestoneId } = await releasedMilestone({ vatTreatment: 'exempt', vatGround: 'AVL 34 §' })
    expect(getReleasedMilestone(provider, { milestoneId, certificateId: null })).toMatchObject({
      vatCategory: 'E',
      vatGround: 'AVL 34 §',
    })
  })

  it('is not invoiced for more than its contract certifies, at another rate, or to somebody else (INV-8)', async () => {
    const { provider, client, input } = await releasedMilestone()
    expect(() => createInvoice(provider, { ...input, lines: [...input.lines, invoiceLine] })).toThrow(
      'moreThanMilestone',
    )
    const { id: invoiceId } = createInvoice(provider, { ...input, buyerName: 'Somebody Else Oy', buyerCountry: 'SE' })
    const edit = (change: object) => () => updateInvoice(provider, { ...input, invoiceId, ...change })
    const [line] = input.lines
    if (!line) throw new Error('no line')
    expect(edit({ lines: [{ ...line, unitPriceE4: line.unitPriceE4 * 50 }] })).toThrow('moreThanMilestone')
    expect(edit({ lines: [{ ...line, vatRateBp: 1350 }] })).toThrow('vatNotOfContract')
    expect(edit({ lines: [{ ...line, vatCategory: 'E', vatRateBp: 0 }] })).toThrow('vatNotOfContract')
    edit({ buyerName: 'Yet Another Oy', buyerBusinessId: '0112038-9', buyerStreet: 'Elsewhere 1', currency: 'USD' })()
    const details = getCompany(client)
    const buyer = { name: client.company.name, businessId: details?.businessId, street: 'Testikatu 1', country: 'FI' }
    expect(getInvoice(provider, invoiceId)?.document).toMatchObject({ buyer, currency: 'EUR', grossCents: 627_500 })
    const run = (sql: string) => () => provider.db.$client.prepare(`${sql} WHERE milestone_id IS NOT NULL`).run()
    for (const set of [
      `buyer = json_set(buyer, '$.name', 'Somebody Else Oy')`,
      'net_cents = net_cents * 50',
      `currency = 'USD'`,
      'buyer_company_id = company_id',
    ])
      expect(run(`UPDATE invoices SET ${set}`), set).toThrow('as its contract says')
    const relined = provider.db.$client.prepare(
      `INSERT INTO invoice_lines (id, invoice_id, position, description, quantity_milli, unit, unit_price_e4, vat_rate_bp, vat_category)
       SELECT 'other', id, 9, 'Work', 1000, 'h', 0, 0, 'E' FROM invoices WHERE milestone_id IS NOT NULL`,
    )
    expect(() => relined.run()).toThrow('taxed as its contract says')
    provider.db.$client.prepare('UPDATE companies SET name = ? WHERE id = ?').run('Renamed Oy', client.company.id)
    issueInvoice(provider, { invoiceId })
    expect(getInvoice(provider, invoiceId)?.document).toMatchObject({
      buyer: { name: 'Renamed Oy' },
      status: 'partly_paid',
    })
  })
})

describe('numbers', () => {
  it('run by company and year', () => {
    const db = testDatabase()
    const [a, b] = [createPerson(db), createPerson(db)]
    const newYear = { ...a, now: Date.UTC(2026, 11, 31, 22, 30) }
    for (const ctx of [a, b, a, newYear, newYear]) issuedInvoice(ctx)
    expect([sequences(a), sequences(b), sequences(a, 2027)]).toEqual([[1, 2], [1], [1, 2]])
  })

  it('have no gaps, whatever is drafted, refused, deleted, issued and credited in between', () => {
    const step = fc.constantFrom('issue', 'delete', 'refuse', 'credit', 'twice', 'stranger')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 0, max: 30 }), (steps, days) => {
        const ctx = createPerson(testDatabase(), { now: Date.UTC(2026, 11, 20, 12) })
        const stranger = createPerson(ctx.db)
        for (const [index, action] of steps.entries()) {
          const then = { ...ctx, now: ctx.now + Math.floor((index * days) / 12) * day }
          const invoiceId = draftInvoice(then, action === 'refuse' ? { lines: [] } : {})
          const attempt = (run: () => void) => expect(run).toThrow()
          if (action === 'delete') deleteDraft(then, { invoiceId })
          else if (action === 'refuse') attempt(() => issueInvoice(then, { invoiceId }))
          else if (action === 'stranger') attempt(() => issueInvoice(stranger, { invoiceId }))
          else issueInvoice(then, { invoiceId })
          if (action === 'twice') attempt(() => issueInvoice(then, { invoiceId }))
          if (action === 'credit') {
            const credit = { invoiceId, amountCents: 100 + index, reason: 'x', lineText: 'Credit', unit: 'pcs' }
            creditInvoice(then, credit)
            attempt(() => creditInvoice(then, { ...credit, amountCents: 62_750 }))
          }
        }
        for (const year of [2026, 2027]) {
          const issued = sequences(ctx, year)
          expect(issued.toSorted((a, b) => a - b)).toEqual(issued.map((_, index) => index + 1))
        }
        const dated = ctx.db.$client
          .prepare('select issue_date from invoices where number is not null order by year, sequence')
          .pluck()
          .all()
        expect(dated).toEqual([...dated].sort())
      }),
      { numRuns: 25 },
    )
  })
})
