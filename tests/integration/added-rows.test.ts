import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidInput, createParties, draftedDeal, type Parties, released, signedDeal } from '#tests/factories/deal.ts'
import { createAccount } from '#tests/factories/finance.ts'
import { approvedDeal } from '#tests/factories/handover.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { createReceived } from '#tests/factories/received-invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let people: Parties
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  people = await createParties(db, Date.now())
})
afterAll(() => server.stop())

type Form = { by?: UserContext; path: string; fields?: Record<string, string>; lists: Record<string, string> }

/** The forms with lists that grow, and the field of a new row that comes first. */
const forms: Record<string, () => Promise<Form> | Form> = {
  'a project': () => ({ by: people.client, path: '/projects/new', lists: { lines: 'description' } }),
  'a bid': () => {
    const { id } = createOpenProject(people.client, {
      ...{ bidDeadline: Date.now() + 10 * day, variantTerms: 'As quiet.' },
    })
    return { by: people.provider, path: `/bids/new?project=${id}`, lists: { lines: 'description' } }
  },
  'the award criteria': () => ({
    by: people.client,
    path: `/projects/${createDraft(people.client, { bidDeadline: Date.now() + 10 * day }).id}/criteria/edit`,
    lists: { criteria: 'name', requirements: 'text' },
  }),
  'a contract': async () => ({
    by: people.client,
    path: `/contracts/${(await draftedDeal(db, people)).contractId}/edit`,
    lists: { milestones: 'title' },
  }),
  'a change order': async () => ({
    by: people.provider,
    path: `/contracts/${(await signedDeal(db, people)).contractId}/changes/new`,
    lists: { lines: 'effect' },
  }),
  'a schedule of values': async () => ({
    by: people.provider,
    path: `/milestones/${(await signedDeal(db, people)).milestoneIds[0]}/schedule/new`,
    lists: { lines: 'description' },
  }),
  'a handover': async () => {
    const contractId = approvedDeal(await signedDeal(db, people))
    callHandover(people.provider, { contractId })
    return {
      by: people.client,
      path: `/contracts/${contractId}/handover/1/edit`,
      lists: { defects: 'description' },
    }
  },
  'a final account': async () => {
    const deal = await signedDeal(db, people)
    for (const milestoneId of deal.milestoneIds) await released(deal, milestoneId)
    const { contractId } = deal
    beginFinalAccount(people.provider, { contractId })
    return { by: people.client, path: `/contracts/${contractId}/final-account/edit`, lists: { items: 'kind' } }
  },
  'an invoice': () => ({
    by: people.client,
    path: '/invoicing/new',
    fields: { deliveryDate: '2026-05-29' },
    lists: { lines: 'description', adjustments: 'reason' },
  }),
  'a quote': () => ({
    by: people.client,
    path: '/invoicing/quotes/new',
    lists: { lines: 'description', adjustments: 'reason' },
  }),
  'a received invoice': () => ({
    by: people.client,
    path: `/invoicing/received/${createReceived(people.client)}/check`,
    lists: { parts: 'category' },
  }),
  'a row of the books': () => {
    createAccount(people.client)
    return { by: people.client, path: '/financials/transactions/new', lists: { splits: 'category' } }
  },
  'a booking rule': () => ({ by: people.client, path: '/financials/rules/new', lists: { parts: 'category' } }),
  'a client': () => ({
    by: people.client,
    path: '/clients/new',
    lists: { contacts: 'name', creditLimits: 'amount' },
  }),
  'a request for a quote': () => ({ path: '/quote', fields: { step: '3' }, lists: { rooms: 'type' } }),
}

it.each(Object.entries(forms))(
  'puts the focus on the new row of %s, and finds no fault yet',
  async (_name, prepare) => {
    const { by, path, fields, lists } = await prepare()
    const cookie = by ? (await signedIn(by)).cookie : undefined
    for (const [list, first] of Object.entries(lists)) {
      const intent = { type: 'insert', payload: { name: list, defaultValue: {} } }
      const form = { submissionId: newId(), ...fields, __intent__: JSON.stringify(intent) }
      const { status, text } = await server.ask(path, { ...(cookie && { cookie }), form })
      const focused = [...text.matchAll(/<(?:input|select|textarea|div)\b[^>]*\bautofocus\b[^>]*>/gi)].map(
        ([tag]) => /name="([^"]*)"/.exec(tag)?.[1] ?? tag,
      )
      expect({ status, focused }).toEqual({ status: 200, focused: [`${list}[0].${first}`] })
    }
  },
)

it('another number of milestones keeps what was typed, and puts the focus on the first', async () => {
  const { id: projectId } = createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day })
  const { id: bidId } = createBid(people.provider, { ...bidInput, projectId, submit: true })
  closeBidding(people.client, { projectId })
  awardBid(people.client, { bidId })
  const { cookie } = await signedIn(people.client)
  const form = {
    ...{ submissionId: newId(), parts: '3', title: 'What I typed', terms: 'Our own terms', retention: '7' },
    ...{ 'milestones[0].title': 'All of it', 'milestones[0].amount': '10000' },
  }
  const { status, text } = await server.ask(`/contracts/new?project=${projectId}`, { cookie, form })
  expect(status).toBe(200)
  for (const typed of ['value="What I typed"', '>Our own terms</textarea>', 'value="7"']) expect(text).toContain(typed)
  expect(text.match(/name="milestones\[\d\]\.title"/g)).toHaveLength(3)
  const focused = text.match(/<(?:input|select|textarea|div)\b[^>]*autofocus[^>]*>/gi)
  expect(focused).toEqual([expect.stringContaining('name="milestones[0].title"')])
  expect(text).not.toContain('error-summary')
})

it('does so in every form whose lists grow', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const growing = files.filter((file) => readFileSync(join('app', file), 'utf8').includes('form.insert.getButtonProps'))
  expect(growing.length).toBeGreaterThan(10)
  expect(growing.filter((file) => !readFileSync(join('app', file), 'utf8').includes('addedRow('))).toEqual([])
})
