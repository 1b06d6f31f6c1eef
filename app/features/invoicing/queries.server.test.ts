import { describe, expect, it } from 'vitest'
import { listReceived } from '#app/features/received-invoices/list-received.server.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { createInvoice } from './create-invoice.server.ts'
import { creditInvoice } from './credit-invoice.server.ts'
import { type InvoiceFilter, readInvoiceFilter, statusFilters } from './invoice-filter.ts'
import { issueInvoice } from './issue-invoice.server.ts'
import { invoiceListQueries, outstanding } from './list-queries.server.ts'
import { getInvoice, getOwnInvoice, listInvoices, listOutstanding, listUninvoicedMilestones } from './queries.server.ts'
import { recordPayment } from './record-payment.server.ts'

const all = { status: null, page: 1 } as const satisfies InvoiceFilter
const day = 86_400_000

describe('who can see an invoice', () => {
  it('the client of its contract, once it is issued; strangers never', async () => {
    const deal = await signedDeal(testDatabase())
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const { provider, client } = deal
    expect(listUninvoicedMilestones(provider, 5)).toHaveLength(1)
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    expect(listUninvoicedMilestones(provider, 5)).toEqual([])
    const received = () => listReceived(client, { view: null, after: null }).rows
    expect([getInvoice(client, id), received()]).toEqual([null, []])
    issueInvoice(provider, { invoiceId: id })
    expect(getInvoice(client, id)).toMatchObject({ role: 'recipient', share: null, actions: [] })
    expect(getInvoice(client, id)?.history.map(({ action, by }) => [action, by])).toEqual([
      ['invoice.issue', null],
      ['invoice.pay_from_escrow', null],
    ])
    expect(getOwnInvoice(client, id)).toBeNull()
    expect(received()).toMatchObject([{ source: 'groundwork', id, partyName: provider.company.name }])
    expect(listInvoices(client, all).rows).toEqual([])
    expect(getInvoice(createPerson(client.db), id)).toBeNull()
    expect(getInvoice(createPerson(client.db, { company: provider.company }), id)).not.toBeNull()
  })
})

describe('lists', () => {
  it('filter by state, and by overdue, oldest first', () => {
    const ctx = createPerson(testDatabase())
    const late = issuedInvoice(ctx, { paymentTermDays: 3 })
    const later = issuedInvoice(ctx, { paymentTermDays: 5 })
    const paid = issuedInvoice(ctx, { paymentTermDays: 1 })
    recordPayment(ctx, { invoiceId: paid, amountCents: 62_750, paidOn: '2026-06-01' })
    const draft = draftInvoice(ctx)
    // The later one is due on a Saturday, and so on the Monday after.
    const then = { ...ctx, now: ctx.now + 8 * day }
    const ids = (status: InvoiceFilter['status']) => listInvoices(then, { ...all, status }).rows.map((row) => row.id)
    expect(ids(null)).toEqual([draft, paid, later, late])
    expect(ids('draft')).toEqual([draft])
    expect(ids('paid')).toEqual([paid])
    expect(ids('overdue')).toEqual([late, later])
    expect(listInvoices({ ...ctx, now: ctx.now + 3 * day }, { ...all, status: 'overdue' }).total).toBe(0)
    expect(listInvoices(then, all).rows[3]).toMatchObject({ isOverdue: true, openCents: 62_750 })
  })

  it('have pages of fifty, and a count', () => {
    const ctx = createPerson(testDatabase())
    for (let count = 0; count < 51; count += 1) draftInvoice(ctx)
    expect(listInvoices(ctx, all)).toMatchObject({ total: 51, isMore: false })
    expect(listInvoices(ctx, all).rows).toHaveLength(50)
    expect(listInvoices(ctx, { ...all, page: 2 }).rows).toHaveLength(1)
  })

  it('sum open and overdue amounts by currency, without drafts, credit notes and paid invoices', () => {
    const ctx = createPerson(testDatabase())
    const invoiceId = issuedInvoice(ctx, { paymentTermDays: 0 })
    issuedInvoice(ctx, {
      currency: 'USD',
      euroRate: { euroRateE6: 1_085_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' },
    })
    draftInvoice(ctx)
    recordPayment(ctx, { invoiceId, amountCents: 750, paidOn: '2026-06-01' })
    creditInvoice(ctx, { invoiceId, amountCents: 2000, reason: 'x', lineText: 'Credit', unit: 'pcs' })
    expect(listOutstanding({ ...ctx, now: ctx.now + day }, 'issued')).toEqual([
      { currency: 'EUR', count: 1, openCents: 60_000, overdueCount: 1, overdueCents: 60_000 },
      { currency: 'USD', count: 1, openCents: 62_750, overdueCount: 0, overdueCents: 0 },
    ])
    expect(listOutstanding(ctx, 'received')).toEqual([])
  })

  it('each use an index in their own order', () => {
    const { $client } = testDatabase()
    const planOf = (query: string, bindings: object) =>
      $client
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
        .all(bindings)
        .map((row) => row.detail)
        .join('\n')
    for (const status of [null, ...statusFilters]) {
      const { list, count } = invoiceListQueries({ status })
      for (const query of [list, count]) {
        const plan = planOf(query.text, { company: 'x', status, overdueBefore: '2026-01-01', offset: 0 })
        expect(plan, `${status}`).toMatch(/SEARCH i USING (COVERING )?INDEX invoices_/)
        expect(plan, `${status}`).not.toMatch(/TEMP B-TREE|SCAN i/)
      }
    }
    for (const direction of ['issued', 'received'] as const) {
      const plan = planOf(outstanding[direction].text, { company: 'x', overdueBefore: '2026-01-01' })
      expect(plan).toContain('SEARCH open_invoice_totals USING INDEX')
    }
  })
})

it('the address encodes the filter, and unknown values are ignored', () => {
  const read = (search: string) => readInvoiceFilter(new URLSearchParams(search))
  expect(read('status=overdue&page=2')).toEqual({ status: 'overdue', page: 2 })
  expect(read('status=x&page=-1')).toEqual(all)
})
