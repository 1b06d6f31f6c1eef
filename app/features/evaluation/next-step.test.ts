import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { listNotifications } from '#app/features/notifications/queries.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
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
let owner: CompanyContext
let colleagues: CompanyContext[]
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  owner = createPerson(db, { now })
  colleagues = [1, 2].map(() => createPerson(db, { now, company: owner.company, companyRole: 'member' }))
})
afterAll(() => server.stop())

/** A project with criteria and two opened bids. */
function opened() {
  const projectId = createDraft(owner, { bidDeadline: owner.now + 10 * day }).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  publishProject(owner, { projectId })
  const bids = [100, 125].map((euros) => createSubmittedBid(createPerson(db, { now: owner.now }), projectId, euros).id)
  closeBidding(owner, { projectId })
  return { projectId, bids }
}
const name = (projectId: string) =>
  nameEvaluators(owner, { projectId, userIds: colleagues.map(({ actor }) => actor.id) })
function score(by: CompanyContext, projectId: string, bids: readonly string[]): void {
  declareNoConflict(by, { projectId })
  for (const bidId of bids) {
    const criteria = findAwardTerms(db, projectId).ratio?.criteria ?? []
    const scores = criteria.map(({ id }) => ({ criterionId: id, pointsCenti: 750, note: 'Good.' }))
    scoreBid(by, { projectId, bidId, scores })
  }
  submitEvaluation(by, { projectId })
}

it('is named by every page of opened bids until the points are in, and no bid is called the lowest or can be awarded', async () => {
  const { projectId, bids } = opened()
  const { cookie } = await signedIn(owner)
  const ask = (path: string) => server.ask(path, { cookie })
  const [project, comparison] = [`/projects/${projectId}`, `/projects/${projectId}/bids`]
  const award = `/bids/${bids[0]}/award`
  for (const path of [project, comparison]) {
    const { text } = await ask(path)
    expect(text, path).toContain('At least two evaluators score every bid')
    expect(text, path).toContain(`href="${project}/evaluation"`)
  }
  const before = (await ask(comparison)).text
  expect(before).toContain('Not evaluated yet')
  expect(before).not.toContain('>Lowest<')
  expect(before).not.toContain(award)
  expect((await ask(`/bids/${bids[0]}`)).text).not.toContain(award)
  expect((await ask(award)).headers.location).toBe(`${project}/evaluation`)
  expect((await ask(`${project}/evaluation`)).text).toContain(`href="${project}/evaluation/evaluators"`)
  name(projectId)
  for (const by of colleagues) score(by, projectId, bids)
  const after = (await ask(comparison)).text
  expect(after).not.toContain('Not evaluated yet')
  expect(after).toContain(award)
  expect((await ask(`/bids/${bids[0]}`)).text).toContain(award)
  expect((await ask(project)).text).not.toContain('At least two evaluators score every bid')
})

it('tells evaluators by notification and mail that they are named and that their points are open again, and the client that all are in', () => {
  const { projectId, bids } = opened()
  const dispatcher = startDispatcher(db, [notificationListener])
  dispatcher.deliver()
  db.delete(mails).run()
  const [ann, ben] = colleagues as [CompanyContext, CompanyContext]
  const last = (by: CompanyContext) => listNotifications(by).rows[0]
  const address = `/projects/${projectId}/evaluation`
  name(projectId)
  dispatcher.deliver()
  for (const by of colleagues) expect(last(by)).toMatchObject({ textKey: 'evaluationAsked', actionUrl: address })
  name(projectId)
  dispatcher.deliver()
  const sent = db.select().from(mails).all()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([ann.actor.email, ben.actor.email].sort())
  const mail = sent[0] && renderMail(sent[0])
  expect(mail?.subject).toBe('Score the bids on Kitchen of the Tapiola school')
  expect(mail?.action?.link).toContain(address)
  score(ann, projectId, bids)
  dispatcher.deliver()
  expect(last(owner)?.textKey).not.toBe('evaluationCompleted')
  score(ben, projectId, bids)
  dispatcher.deliver()
  expect(last(owner)).toMatchObject({ textKey: 'evaluationCompleted', actionUrl: address })
  const evaluatorId =
    getEvaluation(owner, projectId)?.evaluators.find(({ userId }) => userId === ann.actor.id)?.id ?? ''
  reopenEvaluation(owner, { projectId, evaluatorId, reason: 'Took one plan for another.' })
  dispatcher.deliver()
  expect(last(ann)).toMatchObject({ textKey: 'evaluationReopened', actionUrl: address })
  expect(last(ben)?.textKey).toBe('evaluationCompleted')
  // Besides those, whoever is notified is mailed in the words of the notification.
  const own = db
    .select()
    .from(mails)
    .all()
    .filter(({ template }) => template !== 'notice')
  expect(own).toHaveLength(3)
  dispatcher.stop()
})

it('is said on the page of the criteria to a client that has nobody else to score', async () => {
  const alone = createPerson(db, { now: owner.now })
  const projectId = createDraft(alone, { bidDeadline: owner.now + 10 * day }).id
  setAwardTerms(alone, { projectId, terms: ratioTerms() })
  const { cookie } = await signedIn(alone)
  const shown = async () => (await server.ask(`/projects/${projectId}/criteria`, { cookie })).text
  expect(await shown()).toContain('Invite a colleague, or choose by the lowest price.')
  createPerson(db, { now: owner.now, company: alone.company, companyRole: 'member' })
  expect(await shown()).not.toContain('Invite a colleague')
})
