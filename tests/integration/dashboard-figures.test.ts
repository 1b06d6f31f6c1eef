import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { listBids } from '#app/features/bids/queries.server.ts'
import { listReceived as listReceivedBids } from '#app/features/bids/received/received.server.ts'
import { listContracts } from '#app/features/contracts/queries.server.ts'
import { listEscrow } from '#app/features/escrow/queries.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { readInvoiceFilter } from '#app/features/invoicing/invoice-filter.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { listInvoices } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { readProjectFilter } from '#app/features/projects/project-filter.ts'
import { listProjects } from '#app/features/projects/queries.server.ts'
import { listReceived } from '#app/features/received-invoices/list-received.server.ts'
import { readReceivedFilter } from '#app/features/received-invoices/received-filter.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { bidInput, createParties, type Deal, released, signedDeal, submitted } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { approvedInvoice } from '#tests/factories/received-invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { summaryDifferences } from '#tests/setup/summaries.ts'

let server: TestServer
let deal: Deal
beforeAll(async () => {
  const db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db, await createParties(db, Date.now()))
  const { client, provider } = deal
  const [first = '', second = ''] = deal.milestoneIds
  await released(deal, first)
  submitted(deal, second)
  // A second contract, of which nothing is delivered; two more projects, one still open and one to decide on.
  await signedDeal(db, deal)
  const bid = (by: CompanyContext, projectId: string) => createBid(by, { ...bidInput, projectId, submit: true })
  bid(provider, createOpenProject(client, { bidDeadline: Date.now() + 5 * day }).id)
  const decided = createOpenProject(client, { bidDeadline: Date.now() + 5 * day }).id
  for (const by of [provider, createPerson(db, { now: Date.now() })]) bid(by, decided)
  closeBidding(client, { projectId: decided })
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  // Invoices: of the released milestone, not yet due, overdue, and paid in part.
  issueInvoice(provider, { invoiceId: createInvoice(provider, { ...invoiceInput, lines, milestoneId: first }).id })
  issuedInvoice(provider)
  issuedInvoice({ ...provider, now: Date.now() - 100 * day })
  const invoiceId = issuedInvoice(provider)
  recordPayment(provider, { invoiceId, amountCents: 10_000, paidOn: businessDay(provider.now) })
  approvedInvoice(client)
  approvedInvoice(client, { netCents: 10_000, vatCents: 2_550, grossCents: 12_550, payableCents: 12_550 })
  expect(summaryDifferences(db)).toEqual([])
}, 60_000)
afterAll(() => server.stop())

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)

/** What the rows of a page add up to, by its address: in cents, or as a number. */
function sumOfRows(ctx: CompanyContext, label: string, to: string): number | undefined {
  const { pathname, searchParams } = new URL(to, 'http://a')
  const party = searchParams.get('party') as 'client' | 'provider' | null
  const page = 1
  switch (pathname) {
    case '/projects':
      return listProjects(ctx, readProjectFilter(searchParams)).total
    case '/bids':
      if (searchParams.get('view') === 'received') {
        const undecided = searchParams.get('state') === 'undecided'
        return sumOf(listReceivedBids(ctx, { page, undecided }).rows, ({ bidCount }) => bidCount)
      }
      return listBids(ctx, { status: searchParams.get('status') as 'pending', page }).total
    case '/contracts': {
      const rows = listContracts(ctx, { status: searchParams.get('status') as 'active', party, page })
      return sumOf(rows, (row) => (label === 'To deliver' ? row.undeliveredCents : row.grossCents))
    }
    case '/escrow':
      return sumOf(listEscrow(ctx, page, party), ({ position }) =>
        label === 'Held in escrow' ? position.heldCents : position.releasedCents,
      )
    case '/invoicing':
      return sumOf(listInvoices(ctx, readInvoiceFilter(searchParams)).rows, (row) =>
        label === 'Total revenue' ? row.settledCents : row.openCents,
      )
    case '/invoicing/received':
      return sumOf(listReceived(ctx, readReceivedFilter(searchParams)).rows, ({ openCents }) => openCents)
  }
}

it.each(['client', 'provider'] as const)('every figure of a %s leads to the rows that add up to it', async (role) => {
  const ctx = deal[role]
  const { cookie } = await signedIn(ctx)
  const { text } = await server.ask('/dashboard', { cookie })
  const start = text.indexOf(`id="as-${role}"`)
  const tiles = [
    ...text
      .slice(start, text.indexOf('</section>', start))
      .matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>.*?<dd[^>]*>(.*?)<\/dd>/gs),
  ]
  const figures = tiles.map(([, href = '', label = '', value = '']) => {
    const shown = value.replace(/<[^>]+>/g, '')
    const isMoney = shown.includes('€')
    return {
      label,
      to: href.replaceAll('&amp;', '&'),
      shown: Math.round(Number(shown.replace(/[^\d.]/g, '')) * (isMoney ? 100 : 1)),
    }
  })
  expect(figures.map(({ label }) => label)).toEqual(
    role === 'client'
      ? ['Active projects', 'Bids to decide on', 'Committed', 'Held in escrow', 'Released from escrow', 'To pay']
      : [
          ...['Pending offers', 'Won', 'To deliver', 'Held in escrow', 'Released from escrow'],
          ...['Invoiced, not yet paid', 'Overdue', 'Total revenue'],
        ],
  )
  for (const { label, to, shown } of figures) {
    expect(shown, label).toBeGreaterThan(0)
    expect(sumOfRows(ctx, label, to), label).toBe(shown)
    expect((await server.ask(to, { cookie })).status, to).toBe(200)
  }
})
