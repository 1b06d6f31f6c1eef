import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import {
  approved,
  bidInput,
  createParties,
  draftedDeal,
  fund,
  type Parties,
  signedDeal,
} from '#tests/factories/deal.ts'
import { draftInvoice, issuedInvoice } from '#tests/factories/invoice.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
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

/** A page with a step that cannot be taken back, as `by` sees it, and a change of what it shows in another tab. */
const cases = {
  'an invoice is issued': () => {
    const id = draftInvoice(people.client)
    const changed = () => db.update(invoices).set({ note: 'Other', updatedAt: 1 }).where(eq(invoices.id, id)).run()
    const status = () => db.select().from(invoices).where(eq(invoices.id, id)).get()?.status
    return { by: people.client, page: `/invoicing/${id}/issue`, step: `/invoicing/${id}/issue`, changed, status }
  },
  'a bid is submitted': () => {
    const { id: projectId } = createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day })
    const { id } = createBid(people.provider, { ...bidInput, projectId })
    const changed = () => db.update(bids).set({ approach: 'Other', updatedAt: 1 }).where(eq(bids.id, id)).run()
    const status = () => db.select().from(bids).where(eq(bids.id, id)).get()?.status
    return { by: people.provider, page: `/bids/${id}`, step: `/bids/${id}/submit`, changed, status }
  },
  'a project is published': () => {
    const { id } = createDraft(people.client, { bidDeadline: Date.now() + 10 * day })
    const changed = () => db.update(projects).set({ title: 'Other', updatedAt: 1 }).where(eq(projects.id, id)).run()
    const status = () => db.select().from(projects).where(eq(projects.id, id)).get()?.status
    return { by: people.client, page: `/projects/${id}/publish`, step: `/projects/${id}/publish`, changed, status }
  },
  'a bid is confirmed': () => {
    const { id: projectId } = createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day })
    const { id } = createBid(people.provider, { ...bidInput, projectId, submit: true })
    const changed = () => {
      addAddendum(people.client, {
        ...projectInput({ bidDeadline: Date.now() + 10 * day, lines: listProjectLines(db, projectId) }),
        projectId,
        summary: 'More',
      })
    }
    changed()
    const status = () => db.select().from(bids).where(eq(bids.id, id)).get()?.projectVersion
    return { by: people.provider, page: `/bids/${id}`, step: `/bids/${id}/confirm`, changed, status }
  },
  'a contract is sent': async () => {
    const { contractId: id } = await draftedDeal(db, people)
    const changed = () => db.update(contracts).set({ terms: 'Other', updatedAt: 1 }).where(eq(contracts.id, id)).run()
    const status = () => db.select().from(contracts).where(eq(contracts.id, id)).get()?.status
    return { by: people.client, page: `/contracts/${id}/send`, step: `/contracts/${id}/send`, changed, status }
  },
}

it.each(Object.entries(cases))('%s only as its page showed it', async (_what, prepare) => {
  const { by, page, step, changed, status } = await prepare()
  const { cookie } = await signedIn(by)
  const press = async (from: string) => {
    const fields = [...from.matchAll(/<input type="hidden" name="(submissionId|expectedVersion)" value="([^"]*)"/g)]
    return server.ask(step, { cookie, form: Object.fromEntries(fields.map(([, name, value]) => [name, value])) })
  }
  const { text } = await server.ask(page, { cookie })
  const before = status()
  changed()
  const refused = await press(text)
  expect([refused.status, status()]).toEqual([303, before])
  const after = await server.ask(String(refused.headers.location), { cookie })
  expect(after.text.includes('This has changed in the meantime.')).toBe(true)
  await press((await server.ask(page, { cookie })).text)
  expect(status()).not.toBe(before)
})

it('an invoice is credited only by what its page showed as left', async () => {
  const invoiceId = issuedInvoice(people.client)
  const page = `/invoicing/${invoiceId}/credit`
  const { cookie } = await signedIn(people.client)
  const hidden = (text: string) => ({
    submissionId: newId(),
    expectedVersion: /name="expectedVersion" value="([^"]*)"/.exec(text)?.[1] ?? 'none',
  })
  const credited = () => db.select().from(invoices).where(eq(invoices.id, invoiceId)).get()?.creditedCents
  const form = { extent: 'whole', reason: 'What somebody wrote for an hour' }
  const { text } = await server.ask(page, { cookie })
  creditInvoice(people.client, { invoiceId, amountCents: 100, reason: 'x', lineText: 'Credit', unit: 'pcs' })
  const refused = await server.ask(page, { cookie, form: { ...form, ...hidden(text) } })
  expect([refused.status, credited()]).toEqual([409, 100])
  expect(refused.text.includes(form.reason)).toBe(true)
  const again = await server.ask(page, { cookie, form: { ...form, ...hidden(refused.text) } })
  expect([again.status, credited()]).toEqual([
    303,
    db.select().from(invoices).where(eq(invoices.id, invoiceId)).get()?.grossCents,
  ])
})

it('a milestone is released only with the retention that its page showed', async () => {
  const deal = await signedDeal(db, people)
  const [milestoneId = '', otherId = ''] = deal.milestoneIds
  approved(deal, milestoneId)
  fund(deal, otherId)
  requestRefund(people.client, { milestoneId: otherId, reason: 'Not needed' })
  const page = `/milestones/${milestoneId}/release`
  const { cookie } = await signedIn(people.client)
  const press = (from: string) => {
    const fields = [...from.matchAll(/<input type="hidden" name="(submissionId|expected\w+)" value="([^"]*)"/g)]
    return server.ask(page, { cookie, form: Object.fromEntries(fields.map(([, name, value]) => [name, value])) })
  }
  const status = () => db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()?.status
  const { text } = await server.ask(page, { cookie })
  const shown = 'the whole retention of €313.75'
  expect(text.includes(shown)).toBe(false)
  await consentRefund(people.provider, { milestoneId: otherId })
  const refused = await press(text)
  expect([refused.status, status()]).toEqual([409, 'approved'])
  expect(refused.text.includes('This has changed in the meantime.') && refused.text.includes(shown)).toBe(true)
  const again = await press(refused.text)
  expect([again.status, status()]).toEqual([303, 'released'])
})

it.each(['a new bid', 'a revised bid'])('%s is sealed only for the addenda that its form showed', async (which) => {
  const { id: projectId } = createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day, lines: [] })
  const isNew = which === 'a new bid'
  const earlier = isNew ? null : createBid(people.provider, { ...bidInput, projectId, submit: true })
  const page = earlier ? `/bids/${earlier.id}/edit` : `/bids/new?project=${projectId}`
  const { cookie } = await signedIn(people.provider)
  const approach = 'What somebody wrote for an hour'
  const typed = { amount: '10000', vatRate: '25.5', approach, timelineWeeks: '8', outcome: 'submit' }
  const post = (from: string, change: Record<string, string> = {}) => {
    const hidden = [...from.matchAll(/<input type="hidden" name="((?:submissionId|expected\w+))" value="([^"]*)"/g)]
    const form = { ...typed, ...change, ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])) }
    return server.ask(page, { cookie, form })
  }
  const sealed = () => db.select().from(bids).where(eq(bids.projectId, projectId)).get()?.projectVersion ?? 0
  const shown = await server.ask(page, { cookie })
  const before = sealed()
  const lines = { lines: [], bidDeadline: Date.now() + 10 * day }
  addAddendum(people.client, { ...projectInput(lines), projectId, summary: 'In winter only' })
  // Whatever else is wrong with the form does not hide the addendum.
  const unread = await post(shown.text, { timelineWeeks: 'x' })
  const refused = await post(unread.text)
  expect([unread.status, refused.status, sealed()]).toEqual([422, 409, before])
  expect(refused.text.includes(approach) && refused.text.includes('An addendum was published')).toBe(true)
  const accepted = await post(refused.text)
  expect([accepted.status, sealed()]).toEqual([303, 2])
})
