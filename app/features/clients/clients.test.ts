import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice, listOutstanding } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { listAgeing, listRetentions, sumByCurrency } from '#app/features/open-items/queries.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { archiveClient } from './archive-client.server.ts'
import { blankClient } from './client.ts'
import { type ClientFilter, clientListHref, readClientFilter } from './client-filter.ts'
import { createClient } from './create-client.server.ts'
import { deleteClient } from './delete-client.server.ts'
import { canBe, linkInvoices } from './link-invoices.server.ts'
import { findCounterpart, getClient, getMoney, listClients, listDeals } from './queries.server.ts'
import { clientSchema, tagsOf } from './schemas.server.ts'
import { updateClient } from './update-client.server.ts'

const gross = 62_750
const day = 86_400_000
const everything: ClientFilter = { view: 'all', q: '', tag: null, sort: 'name', after: null }
const euroRate = { euroRateE6: 1_085_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' }
const oy = { buyerName: 'Rakentaja Oy', buyerBusinessId: '1234567-1' }
const names = (ctx: CompanyContext, change: Partial<ClientFilter> = {}) =>
  listClients(ctx, { ...everything, ...change }).rows.map(({ name }) => name)
const content = (change = {}) => ({ ...blankClient('FI'), name: 'Hämeen Rakennus Oy', ...change })

describe('the client of an invoice', () => {
  it('comes with the first one that is issued, is known again by its ids, and is somebody else without them', () => {
    const ctx = createPerson(testDatabase())
    const first = issuedInvoice(ctx, oy)
    const again = issuedInvoice(ctx, { ...oy, buyerName: 'Rakentaja Oy Ab', buyerStreet: 'Toinen katu 1' })
    const person = issuedInvoice(ctx, { buyerName: 'Matti Virtanen' })
    const namesake = issuedInvoice(ctx, { buyerName: 'Matti Virtanen', buyerPostalCode: '90100' })
    const same = issuedInvoice(ctx, { buyerName: 'matti  virtanen' })
    draftInvoice(ctx, { buyerName: 'Not yet Oy' })
    const clientOf = (id: string) => getInvoice(ctx, id)?.clientId
    expect(clientOf(again)).toBe(clientOf(first))
    expect(clientOf(same)).toBe(clientOf(person))
    expect(clientOf(namesake)).not.toBe(clientOf(person))
    expect(names(ctx)).toEqual(['Matti Virtanen', 'Matti Virtanen', 'Rakentaja Oy'])
    const note = creditInvoice(ctx, {
      invoiceId: first,
      amountCents: null,
      reason: 'Wrong',
      lineText: 'C',
      unit: 'pcs',
    })
    expect(clientOf(note.id)).toBe(clientOf(first))
    expect(verifyAudit(ctx.db).brokenAt).toBeNull()
  })

  it('is the one that the draft was written for, unless its buyer is another', () => {
    const ctx = createPerson(testDatabase())
    const { id } = createClient(ctx, { content: content() })
    const stranger = createClient(createPerson(ctx.db), { content: content() }).id
    const issue = (change: object) => {
      const invoiceId = createInvoice(ctx, { ...invoiceInput, clientId: id, ...change }).id
      issueInvoice(ctx, { invoiceId })
      return getInvoice(ctx, invoiceId)?.clientId
    }
    expect(issue({ buyerName: 'Hämeen Rakennus Oy' })).toBe(id)
    expect(issue({ buyerName: 'Somebody Else Oy' })).not.toBe(id)
    expect(() => issue({ clientId: stranger })).toThrow('not_found')
    expect(() => deleteClient(ctx, { clientId: id })).toThrow('inUse')
  })

  it('is found for invoices from before, once, by a job', () => {
    const ctx = createPerson(testDatabase())
    const ids = [issuedInvoice(ctx, oy), issuedInvoice(ctx, oy), issuedInvoice(ctx)]
    ctx.db.run(sql`DROP TRIGGER invoices_client_update`)
    ctx.db.run(sql`UPDATE invoices SET client_id = NULL`)
    ctx.db.run(sql`DELETE FROM clients`)
    const system = { ...ctx, actor: null, company: null, via: 'job' as const }
    expect([linkInvoices(system), linkInvoices(system)]).toEqual([3, 0])
    expect(names(ctx)).toEqual(['Buyer Oy', 'Rakentaja Oy'])
    expect(new Set(ids.map((id) => getInvoice(ctx, id)?.clientId)).size).toBe(2)
  })

  it.each([
    ['another business id', { businessId: '7654321-4' }, {}, false],
    ['the same business id under another name', { businessId: '1234567-1', name: 'Old name' }, {}, true],
    ['no id, and another name', { name: 'Somebody' }, {}, false],
    ['no id, and the same name', {}, {}, true],
    ['another company on the platform', { linkedCompanyId: 'b' }, { buyerCompanyId: 'a' }, false],
    ['the same one under another id', { linkedCompanyId: 'a', businessId: '7654321-4' }, { buyerCompanyId: 'a' }, true],
    ['one of another seller', { companyId: 'other' }, {}, false],
  ])('can be a record with %s', (_what, record, sold, expected) => {
    const buyer = { ...content(), name: 'Rakentaja Oy', businessId: '1234567-1', country: 'FI' }
    const client = { companyId: 's', linkedCompanyId: null, businessId: null, vatNumber: null, name: 'Rakentaja Oy' }
    expect(canBe({ ...client, ...record }, { companyId: 's', buyerCompanyId: null, buyer, ...sold })).toBe(expected)
  })
})

describe('what a client owes', () => {
  it('adds up to the open items of the company, by currency and age, with retentions apart', async () => {
    const deal = await signedDeal(testDatabase())
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const ctx = deal.provider
    const { now } = ctx
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    issueInvoice(ctx, { invoiceId: createInvoice(ctx, { ...invoiceInput, lines, milestoneId }).id })
    for (const [days, change] of [
      [10, oy],
      [50, oy],
      [80, { ...oy, currency: 'USD' as const, euroRate }],
      [200, { buyerName: 'Matti Virtanen' }],
    ] as const)
      issuedInvoice({ ...ctx, now: now - days * day }, { ...change, paymentTermDays: 0 })
    const paid = issuedInvoice(ctx, oy)
    recordPayment(ctx, { invoiceId: paid, amountCents: 10_000, paidOn: new Date(now).toISOString().slice(0, 10) })
    const found = listClients(ctx, everything).rows.map(({ id }) => getMoney(ctx, id))
    const total = (which: 'openCents' | 'overdueCents' | 'retainedCents', currency: string) =>
      found
        .flatMap(({ sums }) => sums.filter((sum) => sum.currency === currency))
        .reduce((sum, one) => sum + one[which], 0)
    for (const one of listOutstanding(ctx, 'issued')) {
      expect(total('openCents', one.currency)).toBe(one.openCents)
      expect(total('overdueCents', one.currency)).toBe(one.overdueCents)
    }
    const retained = sumByCurrency(listRetentions(ctx, 'issued'))
    expect(retained).toHaveLength(1)
    for (const { currency, cents } of retained) expect(total('retainedCents', currency)).toBe(cents)
    for (const row of listAgeing(ctx, 'issued'))
      for (const age of ['notDue', 'to30', 'to60', 'to90', 'over90', 'total'] as const) {
        const own = found.flatMap(({ ageing }) => ageing.filter(({ currency }) => currency === row.currency))
        expect([age, own.reduce((sum, one) => sum + one[age], 0)]).toEqual([age, row[age]])
      }
    const builder = listClients(ctx, { ...everything, q: 'rakentaja' }).rows[0]
    expect(builder && getMoney(ctx, builder.id).sums[0]).toMatchObject({ invoicedCents: 3 * gross, paidCents: 10_000 })
    expect(names(ctx, { view: 'overdue', sort: 'overdue' })).toEqual(['Matti Virtanen', 'Rakentaja Oy'])
    const linked = listClients(ctx, everything).rows.find(({ id }) => findCounterpart(ctx, id) !== null)
    expect(linked && listDeals(ctx, linked.id)).toHaveLength(1)
  })
})

describe('the list of clients', () => {
  it('is found by parts of names, ids, people and tags, is sorted and paged by key, and belongs to one company', () => {
    const ctx = createPerson(testDatabase())
    const other = createPerson(ctx.db)
    const contacts = [{ name: 'Liisa Lähde', role: null, email: 'liisa@lahde.example', phone: null }]
    const { id } = createClient(ctx, { content: content({ businessId: '1234567-1', contacts, tags: ['Public'] }) })
    for (let n = 10; n < 70; n += 1) createClient(ctx, { content: content({ name: `Client ${n}`, tags: ['Many'] }) })
    for (const q of ['hameen', '12345671', '234567-1', 'LÄHDE', 'liisa@']) expect(names(ctx, { q })).toHaveLength(1)
    expect(names(ctx, { tag: 'public' })).toEqual(['Hämeen Rakennus Oy'])
    const first = listClients(ctx, everything)
    expect([first.rows.length, first.rows[0]?.name, first.counts.all]).toEqual([50, 'Client 10', 61])
    const second = listClients(ctx, { ...everything, after: first.next })
    expect([second.rows.length, second.rows.at(-1)?.name, second.next]).toEqual([11, 'Hämeen Rakennus Oy', null])
    for (const sort of ['newest', 'open', 'overdue'] as const) {
      const page = listClients(ctx, { ...everything, sort })
      const rest = listClients(ctx, { ...everything, sort, after: page.next })
      expect(new Set([...page.rows, ...rest.rows].map((row) => row.id)).size).toBe(61)
    }
    archiveClient(ctx, { clientId: id, archived: true })
    expect(listClients(ctx, { ...everything, view: 'archived' }).counts).toMatchObject({ active: 60, archived: 1 })
    expect([names(other), getClient(other, id)]).toEqual([[], null])
    expect(() => archiveClient(other, { clientId: id, archived: false })).toThrow('not_found')
    expect(() => deleteClient(other, { clientId: id })).toThrow('not_found')
    expect(() => updateClient(other, { clientId: id, content: content() })).toThrow('not_found')
    deleteClient(ctx, { clientId: id })
    expect(getClient(ctx, id)).toBeNull()
  })

  it('has each business id once, whatever is repeated, and refuses a change of what has changed', () => {
    const ctx = createPerson(testDatabase())
    const submissionId = newId()
    const input = { content: content({ businessId: '1234567-1' }), submissionId }
    expect(createClient(ctx, input).id).toBe(createClient(ctx, input).id)
    expect(() => createClient(ctx, { content: content({ businessId: '1234567-1' }) })).toThrow('double')
    const { id } = createClient(ctx, { content: content({ name: 'Other' }) })
    const stale = { clientId: id, content: content({ name: 'New' }), expectedVersion: ctx.now }
    updateClient({ ...ctx, now: ctx.now + 1 }, stale)
    expect(() => updateClient(ctx, stale)).toThrow('editConflict')
    expect(() => updateClient(ctx, { clientId: id, content: input.content })).toThrow('double')
    expect(issuedInvoice(ctx, { ...oy, lines: [invoiceLine] })).toBeTruthy()
    expect(names(ctx)).toHaveLength(2)
  })

  it('has addresses for e-invoices in the form of their scheme, which are checked as those of invoices are', () => {
    const schema = clientSchema({ locale: 'fi', decimalMark: ',', timeZone: 'Europe/Helsinki' } as LocaleContext)
    const of = (typed: object) => schema.safeParse({ name: 'A', country: 'FI', creditLimits: [], ...typed })
    const right = of({ eScheme: '0216', eAddress: '0037 1234567 1', eOperator: 'dabafihh' })
    const stored = { eScheme: '0216', eAddress: '003712345671', eOperator: 'DABAFIHH' }
    expect(right.data?.content).toMatchObject(stored)
    expect(of({}).data?.content).toMatchObject({ eScheme: null, eAddress: null, eOperator: null })
    const wrong = of({ eScheme: '0216', eAddress: '003712345672' })
    expect(wrong.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['eAddress', 'eaddress:refused.eAddress'],
    ])
  })

  it('has its filter in its address', () => {
    const filter: ClientFilter = {
      ...{ view: 'overdue', q: 'a.b', tag: 'x', sort: 'open' },
      after: { value: '000.5', id: '0190a5f6-0000-7000-8000-000000000000' },
    }
    const href = clientListHref(filter, { after: filter.after })
    expect(readClientFilter(new URL(href, 'http://x').searchParams)).toEqual(filter)
    const nonsense = new URLSearchParams({ view: 'x', sort: 'x', after: 'x' })
    expect(readClientFilter(nonsense)).toEqual({ ...everything, view: 'active' })
    expect(tagsOf('Public, public ; Big  one\n,')).toEqual(['Public', 'Big one'])
  })
})
