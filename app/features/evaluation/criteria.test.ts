import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { isTenderSetIntact, listTenderSets } from '#app/features/projects/tender-set.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import texts from '#app/i18n/locales/en/projects.json' with { type: 'json' }
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { setAwardTerms } from './set-award-terms.server.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let bidder: CompanyContext
let cookies: { owner: string; bidder: string }
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  createPerson(db, { now: Date.now(), company: owner.company, companyRole: 'member' })
  bidder = createPerson(db, { now: Date.now() })
  cookies = { owner: (await signedIn(owner)).cookie, bidder: (await signedIn(bidder)).cookie }
})
afterAll(() => server.stop())

/** The key of the error that a verb throws. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.text.key
    throw error
  }
  return 'done'
}

const draft = () => createDraft(owner, { bidDeadline: Date.now() + 10 * day, addendumDays: 2 }).id
const page = async (path: string, cookie = cookies.owner) => (await server.ask(path, { cookie })).text
const post = (path: string, form: Record<string, string>, cookie = cookies.owner) =>
  server.ask(path, { cookie, form: { submissionId: newId(), ...form } })

const ratioForm = {
  ...{ basis: 'ratio', priceWeight: '57.5', maxPoints: '10', priceFormula: 'lowest' },
  ...{ 'criteria[0].name': 'Plan', 'criteria[0].description': 'Keeps the school open.', 'criteria[0].weight': '40' },
  ...{ 'criteria[1].name': 'Noise', 'criteria[1].description': 'Quiet before noon.', 'criteria[1].weight': '2.5' },
  'requirements[0].text': 'Insured for two million euros.',
}

it('sets the criteria of a draft by a plain form, and shows everybody who sees the project how points are counted', async () => {
  const id = draft()
  const path = `/projects/${id}/criteria`
  expect(await page(path)).toContain('Lowest price')
  expect(await page(`/projects/${id}`)).toContain(`href="${path}"`)
  expect((await post(`${path}/edit`, ratioForm, cookies.bidder)).status).toBe(404)
  const saved = await post(`${path}/edit`, ratioForm)
  expect([saved.status, saved.headers.location]).toEqual([303, path])
  expect(findAwardTerms(db, id)).toMatchObject({
    ratio: { priceWeightBp: 5750, maxPoints: 10, criteria: [{ weightBp: 4000 }, { name: 'Noise', weightBp: 250 }] },
    requirements: [{ text: 'Insured for two million euros.' }],
  })
  const shown = await page(path)
  for (const text of ['57.5%', 'Keeps the school open.', 'Insured for two million euros.', 'lowest price ÷ this price'])
    expect(shown).toContain(text)
  expect(shown).toContain(
    'the points of a price of €125,000 are 8.00; with the weight of 57.5% they add 46.00 to the total.',
  )
  expect((await server.ask(path, { cookie: cookies.bidder })).status).toBe(404)
  publishProject(owner, { projectId: id })
  expect(await page(path, cookies.bidder)).toContain('Keeps the school open.')
  expect(await page(path, cookies.bidder)).not.toContain(`${path}/edit`)
  expect((await server.ask(path, {})).status).toBe(302)
})

it('adds and removes rows without scripts, keeping what was typed', async () => {
  const path = `/projects/${draft()}/criteria/edit`
  const insert = (name: string) => JSON.stringify({ type: 'insert', payload: { name, defaultValue: {} } })
  const added = await post(path, { ...ratioForm, __intent__: insert('criteria') })
  expect(added.status).toBe(200)
  expect(added.text).toContain('name="criteria[2].name"')
  expect(added.text).toContain('value="Noise"')
  const remove = JSON.stringify({ type: 'remove', payload: { name: 'criteria', index: 0 } })
  const removed = await post(path, { ...ratioForm, __intent__: remove })
  expect(removed.text).toContain('value="Noise"')
  expect(removed.text).not.toContain('value="Plan"')
})

it.each([
  ['weights that are not 100', { priceWeight: '57' }, 'The weights add up to 99.5%, not 100%.'],
  ['no weight of the price', { priceWeight: '' }, 'Weight of the price'],
  ['a weight of nothing', { 'criteria[1].weight': '0' }, 'Enter a percentage above 0 and below 100.'],
  ['a weight below zero', { 'criteria[1].weight': '-2.5' }, 'Enter a percentage above 0 and below 100.'],
  ['a weight of three decimals', { 'criteria[1].weight': '2.505' }, 'with at most two decimals'],
  ['two criteria of one name', { 'criteria[1].name': ' PLAN' }, 'Two criteria have the same name.'],
  ['a linear formula without a ceiling', { priceFormula: 'linear' }, 'Ceiling'],
  ['a criterion without a description', { 'criteria[0].description': '' }, 'What earns points'],
  [
    'a requirement twice',
    { 'requirements[1].text': 'Insured for two million euros.' },
    'A requirement is listed twice.',
  ],
  ['eleven criteria', Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`criteria[${at}].name`, 'x'])), 'ten'],
  ['another scale', { maxPoints: '7' }, 'Scale'],
])('refuses %s and keeps the form', async (_name, change, says) => {
  const id = draft()
  const refused = await post(`/projects/${id}/criteria/edit`, { ...ratioForm, ...change })
  expect(refused.status).toBe(422)
  expect(refused.text.slice(refused.text.indexOf('role="alert"'))).toContain(says)
  expect(findAwardTerms(db, id).ratio).toBeNull()
})

it('freezes the criteria with the tender set, and changes them by a significant addendum only', async () => {
  const id = draft()
  setAwardTerms(owner, { projectId: id, terms: ratioTerms() })
  publishProject(owner, { projectId: id })
  expect(getTenderSetText(bidder, id, 1)).toMatch(/award:\n {2}\| best price-quality ratio[\s\S]*A plan that keeps/)
  const { id: bidId } = createSubmittedBid(bidder, id)
  const path = `/projects/${id}/criteria/edit`
  const addendum = { summary: 'Noise counts.', bidDeadline: new Date(Date.now() + day).toISOString().slice(0, 16) }
  expect((await post(path, ratioForm)).status).toBe(422)
  expect((await post(path, { ...ratioForm, ...addendum })).text).toContain(texts.refused.deadlineEarlier)
  const later = { ...addendum, bidDeadline: new Date(Date.now() + 11 * day).toISOString().slice(0, 16) }
  expect((await post(path, { ...ratioForm, ...later })).status).toBe(303)
  expect(findAwardTerms(db, id).ratio).toMatchObject({ priceWeightBp: 5750 })
  expect(listTenderSets(db, id).map(({ edition, projectVersion }) => [edition, projectVersion])).toEqual([
    [2, 2],
    [1, 1],
  ])
  const row = db.select().from(projects).where(eq(projects.id, id)).get()
  expect(row && isTenderSetIntact(db, row)).toBe(true)
  expect(await page(`/projects/${id}`, cookies.bidder)).toContain('Noise counts.')
  // The prices stand, and are confirmed for the new criteria.
  expect(refusal(() => confirmBid(bidder, { bidId }))).toBe('done')
})

it('is refused in any other status, for others, and from an outdated form', () => {
  const { id } = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day, addendumDays: 2 })
  const terms = ratioTerms()
  expect(refusal(() => setAwardTerms(owner, { projectId: id, terms }))).toBe('projects:refused.wrongState')
  const fresh = draft()
  expect(refusal(() => setAwardTerms(bidder, { projectId: fresh, terms }))).toBe('errors:notFound')
  expect(refusal(() => setAwardTerms(owner, { projectId: fresh, terms, expectedVersion: 1 }))).toBe(
    'errors:editConflict',
  )
  setAwardTerms(owner, { projectId: fresh, terms })
  setAwardTerms(owner, { projectId: fresh, terms: { ratio: null, requirements: [] } })
  expect(findAwardTerms(db, fresh)).toEqual({ ratio: null, requirements: [] })
})

it('goes with a draft that is deleted, and over to a project that continues another', async () => {
  const id = draft()
  setAwardTerms(owner, { projectId: id, terms: ratioTerms() })
  deleteDraft(owner, { projectId: id })
  expect(findAwardTerms(db, id)).toEqual({ ratio: null, requirements: [] })
  const deal = await signedDeal(db)
  db.$client.exec('DROP TRIGGER minimum_requirements_none_added')
  db.$client
    .prepare('INSERT INTO minimum_requirements VALUES (?, ?, 0, ?)')
    .run(newId(), deal.projectId, 'Speaks Finnish on site.')
  terminateContract(deal.client, { contractId: deal.contractId, reason: 'Bankrupt' })
  const rest = createProject(deal.client, { ...projectInput(), continuesProjectId: deal.projectId })
  expect(findAwardTerms(db, rest.id).requirements).toMatchObject([{ text: 'Speaks Finnish on site.' }])
})
