import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { withoutTenderSets } from '#tests/factories/document.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('shows when bidding was closed, where that was before the deadline', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  const { cookie } = await signedIn(owner)
  const page = async () => (await server.ask(`/projects/${projectId}`, { cookie })).text
  expect(await page()).not.toContain('Bidding closed early')
  closeBidding(owner, { projectId })
  expect(await page()).toMatch(/Bidding closed early<\/dt>/)
})

it('warns before bidding is closed, after an addendum, that bids not confirmed since cannot be awarded', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  const { cookie } = await signedIn(owner)
  const page = async () => (await server.ask(`/projects/${projectId}/close-bidding`, { cookie })).text
  expect(await page()).not.toContain('addendum')
  addAddendum(owner, { ...projectInput({ bidDeadline: owner.now + 3 * day }), projectId, summary: 'x' })
  expect(await page()).toContain('Bids that their bidders have not confirmed since the last addendum cannot be awarded')
})

it('shows the deadline of bids in the zone it was set in, and in the reader’s where that shows another time', async () => {
  const person = createPerson(db, { now: Date.now() })
  const owner = { ...person, actor: { ...person.actor, timeZone: 'Europe/Helsinki' } }
  const noon = Date.parse(`${new Date(owner.now + 5 * day).toISOString().slice(0, 10)}T10:00Z`)
  const { id } = createOpenProject(owner, { bidDeadline: noon, mayCloseEarly: true })
  const bidder = createPerson(db, { now: Date.now() })
  const { id: bidId } = createSubmittedBid(bidder, id)
  const shownTo = async (reader: CompanyContext, timeZone: string | null, pages: string[]) => {
    db.update(users).set({ timeZone }).where(eq(users.id, reader.actor.id)).run()
    const { cookie } = await signedIn(reader)
    return Promise.all(pages.map(async (page) => (await server.ask(page, { cookie })).text))
  }
  const pages = [
    [owner, [`/projects/${id}`, `/projects/${id}/close-bidding`]],
    [bidder, [`/projects/${id}`, `/bids/${bidId}`, `/bids/${bidId}/edit`]],
  ] as const
  for (const [reader, paths] of pages) {
    for (const timeZone of [null, 'Europe/Kyiv']) {
      for (const text of await shownTo(reader, timeZone, [...paths])) {
        expect(text).toContain('(Europe/Helsinki)')
        expect(text).not.toContain('for you)')
      }
    }
    const inNewYork = formatFor('en', 'America/New_York').time(noon)
    for (const text of await shownTo(reader, 'America/New_York', [...paths])) {
      expect(text).toContain(
        `${formatFor('en', 'Europe/Helsinki').time(noon)} Europe/Helsinki (${inNewYork} America/New York for you)`,
      )
    }
  }
  expect((await shownTo(owner, 'America/New_York', [`/projects/${id}/edit`]))[0]).toContain('(America/New York)')
})

it('shows the zone in lists and on the dashboard too', async () => {
  const person = createPerson(db, { now: Date.now() })
  const owner = { ...person, actor: { ...person.actor, timeZone: 'Asia/Tokyo' } }
  createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  const { cookie } = await signedIn(person)
  for (const path of ['/projects', '/dashboard'])
    expect((await server.ask(path, { cookie })).text, path).toMatch(/Asia\/Tokyo \(.* Europe\/Helsinki for you\)/)
})

it('shows the deadline of a project from before zones were kept in the reader’s alone', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  withoutTenderSets(db)
  db.update(projects).set({ timeZone: null }).where(eq(projects.id, id)).run()
  db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, owner.actor.id)).run()
  const { cookie } = await signedIn(owner)
  const { text } = await server.ask(`/projects/${id}`, { cookie })
  expect(text).toContain('(America/New York)')
  expect(text).not.toContain('Europe/Helsinki')
})

it('offers to close bidding early only where that was announced', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(owner)
  for (const mayCloseEarly of [true, false]) {
    const { id } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day, mayCloseEarly })
    const { text } = await server.ask(`/projects/${id}`, { cookie })
    expect(text.includes(`/projects/${id}/close-bidding`)).toBe(mayCloseEarly)
    expect(text.includes('Bidding closes at the deadline, not before.')).toBe(!mayCloseEarly)
    expect((await server.ask(`/projects/${id}/close-bidding`, { cookie })).status).toBe(mayCloseEarly ? 200 : 302)
  }
})

it('starts an addendum with a deadline that leaves the announced days, and refuses a closer one for a significant change', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id } = createOpenProject(owner, { bidDeadline: owner.now + 2 * day, addendumDays: 6, lines: [] })
  const { cookie } = await signedIn(owner)
  const path = `/projects/${id}/edit`
  const { text } = await server.ask(path, { cookie })
  expect(text).toContain('it must leave at least 6 days')
  expect(text).not.toMatch(/name="(addendumDays|mayCloseEarly)"/)
  const [, suggested = ''] = /name="bidDeadline"[^>]*? value="([^"]*)"/.exec(text) ?? []
  expect(Date.parse(`${suggested}Z`)).toBeGreaterThan(owner.now + 6 * day)
  const form = {
    ...{ submissionId: newId(), title: 'A', description: 'B', category: 'kitchen', location: 'C', summary: 'D' },
    ...{ vatTreatment: 'standard', bidDeadline: new Date(owner.now + 5 * day).toISOString().slice(0, 16) },
  }
  const refused = await server.ask(path, { cookie, form })
  expect([refused.status, refused.text.includes('at least 6 days have to be left')]).toEqual([422, true])
  expect((await server.ask(path, { cookie, form: { ...form, bidDeadline: suggested } })).status).toBe(303)
})

it('says how the work is taxed on the project, in the bid form without a choice of rates, and in the comparison', async () => {
  const [owner, bidder] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const { id: projectId } = createOpenProject(owner, {
    ...{ bidDeadline: owner.now + 3 * day, vatTreatment: 'reverse_charge', buyerDeductsVat: false },
  })
  const [client, other] = [await signedIn(owner), await signedIn(bidder)]
  const page = async (path: string, { cookie } = client) => (await server.ask(path, { cookie })).text
  const reverse = 'Reverse charge: prices without VAT, the buyer accounts for VAT (Finnish VAT Act, section 8 c).'
  expect(await page(`/projects/${projectId}`, other)).toContain(reverse)
  const form = await page(`/bids/new?project=${projectId}`, other)
  expect(form).toContain(reverse)
  expect(form).not.toMatch(/name="[^"]*vatRate"/)
  createSubmittedBid(bidder, projectId)
  closeBidding(owner, { projectId })
  expect(await page(`/projects/${projectId}/bids`)).toContain('Ranked on cost to the buyer')
  expect(await page(`/projects/${projectId}/bids.csv`)).toContain('Ranked on cost to the buyer')
})

it('shows an old project’s form without a treatment, and refuses an addendum until one is chosen', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  withoutTenderSets(db)
  db.update(projects).set({ vatTreatment: 'unstated' }).where(eq(projects.id, projectId)).run()
  const { cookie } = await signedIn(owner)
  const { text } = await server.ask(`/projects/${projectId}/edit`, { cookie })
  expect(text).not.toMatch(/<input[^>]*name="vatTreatment"[^>]* checked=""/)
  const form = {
    ...{ submissionId: newId(), title: 'A', description: 'B', category: 'kitchen', location: 'C', summary: 'D' },
    bidDeadline: new Date(owner.now + 12 * day).toISOString().slice(0, 16),
  }
  const path = `/projects/${projectId}/edit`
  expect((await server.ask(path, { cookie, form })).status).toBe(422)
  expect((await server.ask(path, { cookie, form: { ...form, vatTreatment: 'exempt' } })).text).toContain(
    'Please say why no VAT is charged',
  )
  expect((await server.ask(path, { cookie, form: { ...form, vatTreatment: 'reverse_charge' } })).text).toContain(
    'Reverse charge only applies with this statement.',
  )
  expect((await server.ask(path, { cookie, form: { ...form, vatTreatment: 'standard' } })).status).toBe(303)
})

it('leads staff, who belong to no company, to no list of a company', async () => {
  const views = async (person: Parameters<typeof signedIn>[0]) => {
    const { text } = await server.ask('/projects', await signedIn(person))
    return ['/projects/mine', '/projects/followed'].filter((path) => text.includes(`href="${path}"`))
  }
  expect(await views(createPerson(db, { now: Date.now() }))).toEqual(['/projects/mine', '/projects/followed'])
  expect(await views(createAdmin(db, 'admin', Date.now()))).toEqual([])
})

it('offers to create a project once, in an empty list too', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(owner)
  const offers = async (path: string) =>
    (await server.ask(path, { cookie })).text.match(/<a [^>]*href="\/projects\/new"/g)?.length ?? 0
  expect(await offers('/projects?scope=own')).toBe(1)
  expect(await offers('/projects?scope=own&q=nothing')).toBe(1)
  createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  expect(await offers('/projects?scope=own')).toBe(1)
})
