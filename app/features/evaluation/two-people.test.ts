import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { type Database, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { declareNoConflict } from './declare-no-conflict.server.ts'
import { nameEvaluators } from './name-evaluators.server.ts'
import { scoreBid } from './score-bid.server.ts'
import { setAwardTerms } from './set-award-terms.server.ts'
import { submitEvaluation } from './submit-evaluation.server.ts'

let db: Database
let owner: CompanyContext
beforeEach(() => {
  db = testDatabase()
  owner = createPerson(db)
})
const colleagueOf = (one: CompanyContext) => createPerson(db, { company: one.company, companyRole: 'member' })

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

it('publishes award criteria only for a client that has two people to score by them', () => {
  const projectId = createDraft(owner).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  expect(refusal(() => publishProject(owner, { projectId }))).toBe('evaluation:refused.colleagueNeeded')
  colleagueOf(owner)
  expect(refusal(() => publishProject(owner, { projectId }))).toBe('done')
})

it('takes criteria by an addendum only from a client that has two people', () => {
  const projectId = createOpenProject(owner).id
  const amend = () =>
    setAwardTerms(owner, {
      ...{ projectId, terms: ratioTerms() },
      addendum: { summary: 'Quality counts too.', bidDeadline: testNow + 20 * day },
    })
  expect(refusal(amend)).toBe('evaluation:refused.colleagueNeeded')
  colleagueOf(owner)
  expect(refusal(amend)).toBe('done')
})

it('lets a client that cancelled a project tender it again, by the same criteria', () => {
  colleagueOf(owner)
  const projectId = createDraft(owner).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  const again = () => createProject(owner, { ...projectInput(), continuesProjectId: projectId })
  expect(refusal(again)).toBe('errors:notFound')
  cancelProject(owner, { projectId, reason: 'Nobody can score.' })
  expect(findAwardTerms(db, again().id).ratio).toMatchObject({ priceWeightBp: 6000 })
})

it('can still be evaluated where an award from before there were evaluators was revoked', () => {
  const [ann, ben] = [colleagueOf(owner), colleagueOf(owner)]
  const projectId = createDraft(owner).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  publishProject(owner, { projectId })
  const { id: bidId } = createSubmittedBid(createPerson(db), projectId)
  closeBidding(owner, { projectId })
  // As it was awarded then: by nobody's points.
  db.$client.exec(`UPDATE bids SET status = 'awarded' WHERE id = '${bidId}'; UPDATE projects SET status = 'awarded'`)
  const row = db.$client.prepare(
    'INSERT INTO awards (id, project_id, bid_id, awarded_by, awarded_at) VALUES (?, ?, ?, ?, ?)',
  )
  row.run(newId(), projectId, bidId, owner.actor.id, testNow - day)
  transact(db, (tx) => revokeAward(tx, owner, projectId, 'Declined'))
  const evaluate = () => {
    nameEvaluators(owner, { projectId, userIds: [ann.actor.id, ben.actor.id] })
    const criteria = findAwardTerms(db, projectId).ratio?.criteria ?? []
    for (const by of [ann, ben]) {
      declareNoConflict(by, { projectId })
      const scores = criteria.map(({ id }) => ({ criterionId: id, pointsCenti: 500, note: 'Half of it.' }))
      scoreBid(by, { projectId, bidId, scores })
      submitEvaluation(by, { projectId })
    }
  }
  expect(refusal(evaluate)).toBe('done')
  expect(refusal(() => awardBid(owner, { bidId }))).toBe('done')
  expect(() => db.$client.exec('UPDATE evaluators SET submitted_at = NULL')).toThrow('evaluation: ')
  expect(() => db.$client.exec('UPDATE evaluation_scores SET points_centi = 1')).toThrow('evaluation: ')
  transact(db, (tx) => revokeAward(tx, owner, projectId, 'Declined'))
  expect(refusal(evaluate)).toBe('evaluation:refused.frozen')
})
