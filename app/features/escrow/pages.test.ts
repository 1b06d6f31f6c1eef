import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type Deal, released, signedDeal, submitted, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { disputeRetention } from './dispute-retention.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'
import { resolveRetention } from './resolve-retention.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

async function pageFor(person: UserContext, { contractId }: Deal) {
  return (await server.ask(`/escrow/${contractId}`, { cookie: (await signedIn(person)).cookie })).text
}

it('the lists of one side end with the sums of all their contracts, as the dashboard has them', async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const { cookie } = await signedIn(deal.provider)
  const footer = async (path: string) => (await server.ask(path, { cookie })).text.split('<tfoot')[1] ?? ''
  expect(await footer('/escrow?party=provider')).toMatch(/Total of all pages.*€313\.75.*€5,961\.25/s)
  expect(await footer('/escrow')).toBe('')
  const active = await footer('/contracts?status=active&party=provider')
  expect(active).toMatch(/Total of all pages.*€12,550\.00.*€6,275\.00/s)
  expect(await footer('/contracts?status=active')).toBe('')
})

describe('the card of a milestone', () => {
  it('says what was released and what is retained, until when, and what to do next', async () => {
    const deal = await signedDeal(db)
    const { client, provider, admin, milestoneIds } = deal
    const [milestoneId = ''] = milestoneIds
    await released(deal, milestoneId)
    for (const person of [client, provider, admin]) {
      const text = await pageFor(person, deal)
      expect(text).toMatch(/Released to [^<]+<\/dt><dd[^>]*>.*?€5,961\.25/s)
      expect(text).toMatch(/Retained<\/dt><dd[^>]*>.*?€313\.75/s)
      expect(text).toContain('except the retention')
      expect(text).not.toContain('Paid to')
    }
    expect(await pageFor(provider, deal)).toMatch(
      new RegExp(`/invoicing/new\\?milestone=${milestoneId}"[^>]*>Create invoice`),
    )
    expect(await pageFor(client, deal)).not.toContain('Create invoice')
    const { cookie } = await signedIn(provider)
    const form = await server.ask(`/invoicing/new?milestone=${milestoneId}`, { cookie })
    expect(form.text).not.toContain('Choose the reverse charge')
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    expect(await pageFor(provider, deal)).toMatch(new RegExp(`/invoicing/${id}"[^>]*>Open invoice`))
    const { contractId } = deal
    terminateContract(provider, { contractId, reason: 'Bankrupt' })
    expect(await pageFor(provider, deal)).toContain('€313.75 stays held until the client releases it')
    expect(await pageFor(provider, deal)).not.toContain('release-retention')
    expect(await pageFor(provider, deal)).not.toContain('Don’t start work yet')
    const ofClient = (await signedIn(client)).cookie
    const page = await server.ask(`/escrow/${contractId}/release-retention`, { cookie: ofClient })
    expect(page.text).toMatch(/To [^<]+<\/dt><dd[^>]*>.*?€313\.75/s)
    expect(page.text).not.toContain('Platform fee')
    const refused = await server.ask(`/escrow/${contractId}/release-retention`, {
      cookie,
      form: { submissionId: newId() },
    })
    expect(refused.status).toBe(403)
    const form2 = { submissionId: newId() }
    const done = await server.ask(`/escrow/${contractId}/release-retention`, { cookie: ofClient, form: form2 })
    expect([done.status, done.headers.location]).toEqual([303, `/escrow/${contractId}`])
    const after = await pageFor(provider, deal)
    expect(after).toMatch(/Retention, released on [^<]+<\/dt><dd[^>]*>.*?€313\.75/s)
    expect(after).not.toContain('except the retention')
    expect(after).toMatch(/Retention released.*Contract terminated.*Bankrupt/s)
  })

  it('says how a dispute divided the money', async () => {
    const deal = await signedDeal(db)
    const [milestoneId = ''] = deal.milestoneIds
    submitted(deal, milestoneId)
    disputeMilestone(deal.client, { milestoneId, reason: 'Not level' })
    const { cookie } = await signedIn(deal.admin)
    expect((await server.ask(`/milestones/${milestoneId}/resolve`, { cookie })).text).toContain('Not level')
    await resolveDispute(deal.admin, {
      milestoneId,
      split: { clientCents: 200_000, providerCents: 427_500 },
      reason: 'Half',
    })
    for (const person of [deal.client, deal.provider]) {
      const text = await pageFor(person, deal)
      expect(text).toMatch(/Released to [^<]+<\/dt><dd[^>]*>.*?€4,275\.00/s)
      expect(text).toMatch(/Returned to [^<]+<\/dt><dd[^>]*>.*?€2,000\.00/s)
    }
  })

  it('says how a dispute divided the retention, and why', async () => {
    const deal = await signedDeal(db)
    const { client, provider, admin, contractId } = deal
    await released(deal, deal.milestoneIds[0] ?? '')
    terminateContract(provider, { contractId, reason: 'Bankrupt' })
    disputeRetention(client, { contractId, reason: 'A door sticks' })
    const { cookie } = await signedIn(admin)
    const divide = await server.ask(`/escrow/${contractId}/resolve-retention`, { cookie })
    expect(divide.text).toContain('A door sticks')
    await resolveRetention(admin, {
      contractId,
      split: { clientCents: 10_000, providerCents: 21_375 },
      reason: 'One of two',
    })
    for (const person of [client, provider, admin]) {
      const text = await pageFor(person, deal)
      expect(text).toMatch(/Back to [^<]+<\/dt><dd[^>]*>€100\.00</)
      expect(text).toMatch(/>To [^<]+<\/dt><dd[^>]*>€213\.75</)
      expect(text).toMatch(/Retention divided.*One of two.*Retention disputed.*A door sticks/s)
    }
    const list = await server.ask('/escrow', { cookie: (await signedIn(client)).cookie })
    expect(list.text).toContain('The contract has ended')
    expect(list.text).not.toContain('All milestones are closed')
  })

  it('has no due date where none was agreed', async () => {
    const deal = await signedDeal(db)
    const text = await pageFor(deal.client, deal)
    expect(text).toContain('No date')
    expect(text).not.toContain('Before work begins')
  })
})
