import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { askToAward } from '#app/features/approvals/ask-to-award.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { declareNoConflict } from './declare-no-conflict.server.ts'
import { nameEvaluators } from './name-evaluators.server.ts'
import { getEvaluation } from './queries.server.ts'
import { reopenEvaluation } from './reopen-evaluation.server.ts'
import { scoreBid } from './score-bid.server.ts'
import { setAwardTerms } from './set-award-terms.server.ts'
import { submitEvaluation } from './submit-evaluation.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const volatile = /[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"|\d{13}/g

let owner: CompanyContext
let ann: CompanyContext
let ben: CompanyContext
let other: CompanyContext
let cheap: { by: CompanyContext; id: string }
let good: { by: CompanyContext; id: string }
let projectId: string
beforeEach(() => {
  const now = Date.now()
  owner = createPerson(db, { now })
  const colleague = () => createPerson(db, { now, company: owner.company, companyRole: 'member' })
  ;[ann, ben, other] = [colleague(), colleague(), colleague()]
  projectId = createDraft(owner, { bidDeadline: now + 10 * day }).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  publishProject(owner, { projectId })
  const [first, second] = [createPerson(db, { now }), createPerson(db, { now })]
  cheap = { by: first, id: createSubmittedBid(first, projectId, 100).id }
  good = { by: second, id: createSubmittedBid(second, projectId, 125).id }
  closeBidding(owner, { projectId })
})

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

const criteria = () => findAwardTerms(db, projectId).ratio?.criteria ?? []
const name = (...people: CompanyContext[]) =>
  nameEvaluators(owner, { projectId, userIds: people.map(({ actor }) => actor.id) })
/** Points for plan and references, each with a note by which a page can be searched. */
const score = (by: CompanyContext, bidId: string, points: [number, number], note = 'A note of nobody') =>
  scoreBid(by, {
    ...{ projectId, bidId },
    scores: criteria().map(({ id }, index) => ({ criterionId: id, pointsCenti: points[index] ?? 0, note })),
  })
function scoreAll(by: CompanyContext, note?: string) {
  declareNoConflict(by, { projectId })
  score(by, cheap.id, [700, 500], note)
  score(by, good.id, [1000, 900], note)
}
const submit = (by: CompanyContext) => submitEvaluation(by, { projectId })
function evaluate() {
  name(ann, ben)
  for (const by of [ann, ben]) {
    scoreAll(by)
    submit(by)
  }
}
const ranks = () => getEvaluation(owner, projectId)?.result?.ranked.map(({ bidId, rank }) => [bidId, rank])

it('ranks the bids once all evaluators have submitted, and then an award is possible', () => {
  expect(refusal(() => awardBid(owner, { bidId: good.id }))).toBe('evaluation:refused.notEvaluated')
  const asker = createPerson(db, { now: owner.now, company: owner.company, companyRole: 'manager' })
  const ask = () => askToAward(asker, { bidId: good.id })
  giveMandates(asker, 1)
  expect(refusal(ask)).toBe('evaluation:refused.notEvaluated')
  expect(db.$client.prepare('SELECT count(*) FROM approvals').pluck().get()).toBe(0)
  evaluate()
  // 60 + 21 + 5, and 48 + 30 + 9.
  expect(getEvaluation(owner, projectId)?.result?.ranked).toMatchObject([
    { bidId: good.id, rank: 1, totalCenti: 8700 },
    { bidId: cheap.id, rank: 2, totalCenti: 8600 },
  ])
  rejectBid(owner, { bidId: good.id, reason: 'It names no site manager.' })
  expect(ranks()).toEqual([[cheap.id, 1]])
  expect(refusal(() => awardBid(owner, { bidId: cheap.id }))).toBe('done')
})

it('shows nobody anybody else’s points, notes or progress before all have submitted, on no page and in no export', async () => {
  const [annSays, benSays] = ['The crane stands too far.', 'Nobody answers for the noise.']
  name(ann, ben)
  const admin = createAdmin(db, 'super_admin', Date.now())
  const readers = { owner, ann, ben, other, bidder: good.by, admin }
  const own = ['evaluation', `evaluation/bids/${good.id}`, 'bids', 'bids.csv'].map(
    (path) => `/projects/${projectId}/${path}`,
  )
  const paths = [...own, `/bids/${good.id}`, `/bids/${good.id}/award`, '/notifications', '/dashboard']
  const seen = async (reader: keyof typeof readers) => {
    const { cookie } = await signedIn(readers[reader])
    const answers = await Promise.all(paths.map((path) => server.ask(path, { cookie })))
    // What changes with every request: the ids of forms and of the request, nonces, and the time.
    const texts = answers.map(({ status, text }) => `${status} ${text.replaceAll(volatile, '')}`)
    return texts.join('\n')
  }
  const hidden = ['owner', 'ben', 'other', 'bidder', 'admin'] as const
  const before = new Map<string, string>()
  for (const reader of hidden) before.set(reader, await seen(reader))
  scoreAll(ann, annSays)
  submit(ann)
  for (const reader of hidden) expect(await seen(reader), reader).toBe(before.get(reader))
  scoreAll(ben, benSays)
  for (const reader of ['owner', 'ann', 'other'] as const) expect(await seen(reader), reader).not.toContain(benSays)
  submit(ben)
  for (const reader of ['owner', 'ann', 'other'] as const) {
    const text = await seen(reader)
    for (const said of [annSays, benSays, '>87.00<']) expect(text, reader).toContain(said)
  }
  for (const reader of ['bidder', 'admin'] as const) expect(await seen(reader), reader).toBe(before.get(reader))
  const { cookie } = await signedIn(owner)
  expect((await server.ask(own[3] ?? '', { cookie })).text).toMatch(/Evaluation by criteria.*87/)
})

it('takes points by plain forms: the declaration first, then each bid, then the submission', async () => {
  const base = `/projects/${projectId}/evaluation`
  const post = async (by: CompanyContext, path: string, form: Record<string, string>) =>
    server.ask(`${base}${path}`, { cookie: (await signedIn(by)).cookie, form: { submissionId: newId(), ...form } })
  const one = await post(owner, '/evaluators', { userIds: ann.actor.id })
  expect([one.status, one.text.includes('Choose at least two people')]).toEqual([422, true])
  const form = new URLSearchParams([['submissionId', newId()], ...[ann, ben].map(({ actor }) => ['userIds', actor.id])])
  const named = await server.ask(`${base}/evaluators`, {
    cookie: (await signedIn(owner)).cookie,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ownOrigin },
    body: form.toString(),
  })
  expect(named.status).toBe(303)
  const { cookie } = await signedIn(ann)
  const page = async (path = '') => server.ask(`${base}${path}`, { cookie })
  expect((await page()).text).toContain('I have no conflict of interest')
  expect((await page(`/bids/${good.id}`)).status).toBe(302)
  await post(ann, '/declare', {})
  expect((await page()).text).toContain('I have no conflict of interest')
  await post(ann, '/declare', { declared: 'on' })
  const [plan, references] = criteria()
  const points = {
    ...{ 'scores[0].criterionId': plan?.id ?? '', 'scores[0].points': '10,5', 'scores[0].note': 'Clear.' },
    ...{ 'scores[1].criterionId': references?.id ?? '', 'scores[1].points': '7.25', 'scores[1].note': 'Two.' },
  }
  const beyond = await post(ann, `/bids/${good.id}`, { ...points, 'scores[0].points': '10.5' })
  expect([beyond.status, beyond.text.includes('Points go from 0 to 10.')]).toEqual([422, true])
  const below = await post(ann, `/bids/${good.id}`, { ...points, 'scores[0].points': '-1' })
  expect([below.status, below.text.includes('Points can’t be below zero.')]).toEqual([422, true])
  const silent = await post(ann, `/bids/${good.id}`, { ...points, 'scores[0].points': '9', 'scores[1].note': '' })
  expect([silent.status, silent.text.includes('value="7.25"')]).toEqual([422, true])
  expect((await post(ann, `/bids/${good.id}`, { ...points, 'scores[0].points': '9' })).status).toBe(303)
  expect((await page()).text).not.toContain(`${base}/submit`)
  await post(ann, '/submit', {})
  expect(getEvaluation(ann, projectId)?.own).toMatchObject({ submittedAt: null })
  await post(ann, `/bids/${cheap.id}`, { ...points, 'scores[0].points': '0' })
  await post(ann, '/submit', {})
  expect((await page()).text).toContain('You have submitted your points.')
  expect((await post(other, `/bids/${good.id}`, { ...points, 'scores[0].points': '9' })).status).toBe(403)
  expect((await post(good.by, `/bids/${good.id}`, points)).status).toBe(404)
})

it('keeps submitted points, unless they are reopened for a reason once all are in', () => {
  name(ann, ben)
  const [mine = { id: '' }] = getEvaluation(owner, projectId)?.evaluators ?? []
  scoreAll(ann)
  submit(ann)
  expect(refusal(() => score(ann, good.id, [0, 0]))).toBe('evaluation:refused.submitted')
  const reopen = () =>
    reopenEvaluation(owner, { projectId, evaluatorId: mine.id, reason: 'Took one plan for another.' })
  expect(refusal(reopen)).toBe('evaluation:refused.notComplete')
  scoreAll(ben)
  submit(ben)
  expect(refusal(() => name(ann, other))).toBe('evaluation:refused.complete')
  expect(refusal(() => reopenEvaluation(cheap.by, { projectId, evaluatorId: mine.id, reason: 'x' }))).toBe(
    'errors:notFound',
  )
  expect(refusal(reopen)).toBe('done')
  expect(ranks()).toBeUndefined()
  // Who has seen the result does not choose who gives the next one.
  expect(refusal(() => name(ben, other))).toBe('evaluation:refused.complete')
  expect(refusal(() => awardBid(owner, { bidId: good.id }))).toBe('evaluation:refused.notEvaluated')
  score(ann, good.id, [0, 0])
  submit(ann)
  expect(ranks()?.[0]).toEqual([cheap.id, 1])
  expect(getEvaluation(owner, projectId)?.evaluators[0]?.reopenReason).toBe('Took one plan for another.')
})

it('awards another than the best-scored bid, or one of several, for a reason only, and tells the bidders their points', async () => {
  evaluate()
  expect(refusal(() => awardBid(owner, { bidId: cheap.id }))).toBe('decisions:refused.reasonNeeded')
  expect(refusal(() => awardBid(owner, { bidId: good.id }))).toBe('done')
  const { text: decision } = db.$client.prepare('SELECT text FROM award_decisions ORDER BY id DESC').get() as {
    text: string
  }
  expect(decision).toMatch(/best price-quality ratio[\s\S]*86\.00[\s\S]*87\.00/)
  const { cookie } = await signedIn(cheap.by)
  const { text } = await server.ask(`/bids/${cheap.id}/decision`, { cookie })
  for (const said of ['has the most points of all ranked bids', '>87.00<', '>86.00<']) expect(text).toContain(said)
})

it('replaces an evaluator without telling how far they were', () => {
  name(ann, ben)
  scoreAll(ann)
  submit(ann)
  expect(refusal(() => name(ben, other))).toBe('done')
  scoreAll(ben)
  submit(ben)
  expect(ranks()).toBeUndefined()
  expect(refusal(() => score(ann, good.id, [0, 0]))).toBe('evaluation:refused.notEvaluator')
  scoreAll(other)
  submit(other)
  expect(ranks()).toHaveLength(2)
})

it('is frozen from the first award on, by the verbs and by the database, even if the award is revoked', () => {
  evaluate()
  giveMandates(owner)
  awardBid(owner, { bidId: good.id })
  const [{ id = '' } = {}] = getEvaluation(owner, projectId)?.evaluators ?? []
  const reopen = () => reopenEvaluation(owner, { projectId, evaluatorId: id, reason: 'Again.' })
  expect(refusal(reopen)).toBe('evaluation:refused.notEvaluating')
  const statements = [
    'UPDATE evaluators SET submitted_at = NULL',
    'DELETE FROM evaluators',
    'INSERT OR REPLACE INTO evaluators SELECT * FROM evaluators',
    'UPDATE evaluation_scores SET points_centi = 1000',
    "UPDATE evaluation_scores SET note = ''",
    'DELETE FROM evaluation_scores',
    'INSERT OR REPLACE INTO evaluation_scores SELECT * FROM evaluation_scores',
  ]
  for (const statement of statements) expect(() => db.$client.exec(statement), statement).toThrow('evaluation: ')
  expect(ranks()?.[0]).toEqual([good.id, 1])
})
