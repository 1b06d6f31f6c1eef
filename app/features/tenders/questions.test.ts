import { describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { listNotifications } from '#app/features/notifications/queries.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { answerQuestion } from './answer-question.server.ts'
import { askQuestion } from './ask-question.server.ts'
import { getTender, getTenderSetText, listUnanswered } from './queries.server.ts'

function world() {
  const db = testDatabase()
  const [owner, asker, rival] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner)
  return { db, owner, asker, rival, projectId, admin: createAdmin(db) }
}

/** The code and key of the error that a verb throws. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.text.key}`
    throw error
  }
  return 'done'
}

const text = 'Are the 14 doors that our firm delivered in Lahti to be reused?'
const published = { question: 'Are doors to be reused?', answer: 'No, all are new.', isAddendum: false, bidDeadline: 0 }

/** Asks, and returns the id of the question. */
function ask(asker: CompanyContext, projectId: string, question = text): string {
  askQuestion(asker, { projectId, question })
  const sql = 'SELECT id FROM tender_questions WHERE text = ? AND company_id = ?'
  return String(asker.db.$client.prepare(sql).pluck().get(question, asker.company.id))
}

/** Everything that somebody sees of a project and hears about it. */
function seen(ctx: UserContext, projectId: string) {
  const project = getProject(ctx, projectId)
  const tender = project && getTender(ctx, project)
  const texts = tender?.sets.map(({ edition }) => getTenderSetText(ctx, projectId, edition))
  const notices = ctx.db.$client
    .prepare('SELECT text_key, params, action_url FROM notifications WHERE user_id = ?')
    .all(ctx.actor.id)
  return { project, tender, texts, notices }
}

const delivered = (db: UserContext['db'], run: () => void) => {
  const dispatcher = startDispatcher(db, listeners)
  run()
  dispatcher.deliver()
  dispatcher.stop()
}

describe('who asks', () => {
  it('is learned by nobody: whoever of two companies asks, all others see the same', () => {
    const views = ['asker', 'rival'].map((who) => {
      const { db, owner, projectId, admin, ...companies } = world()
      const [asking, other] = who === 'asker' ? [companies.asker, companies.rival] : [companies.rival, companies.asker]
      createSubmittedBid(companies.asker, projectId)
      delivered(db, () => {
        const questionId = ask(asking, projectId)
        answerQuestion(owner, { projectId, questionId, ...published })
        ask(asking, projectId, 'Another question?')
      })
      const shown = JSON.stringify([owner, other, admin].map((ctx) => seen(ctx, projectId)))
      for (const trace of [
        asking.company.id,
        asking.company.name,
        asking.actor.id,
        asking.actor.name,
        asking.actor.email,
      ])
        expect(shown).not.toContain(trace)
      // Neither do the published questions lead back to what was asked, or when.
      expect(JSON.stringify([other, admin].map((ctx) => seen(ctx, projectId)))).not.toMatch(/Lahti|Another question/)
      return JSON.stringify(seen(owner, projectId)).replaceAll(
        /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|Company \d+[^"]*/g,
        '',
      )
    })
    expect(views[0]?.replaceAll(/\d+/g, '')).toBe(views[1]?.replaceAll(/\d+/g, ''))
  })

  it('is no bid: a question changes nothing that is told about bids', () => {
    const { db, owner, asker, projectId } = world()
    const before = getProject(owner, projectId)
    ask(asker, projectId)
    expect(getProject(owner, projectId)).toEqual(before)
    const [event] = recorded(db, 'project.question_asked')
    expect(Object.keys(event ?? {}).sort()).toEqual(['companyId', 'projectId', 'title'])
    expect(event?.companyId).toBe(owner.company.id)
  })

  it('is known to the asking company alone, with its open questions; the client’s are in the order of their texts', () => {
    const { owner, asker, rival, projectId } = world()
    for (const [who, question] of [
      [asker, 'b'],
      [rival, 'c'],
      [asker, 'a'],
    ] as const)
      ask(who, projectId, question)
    const open = (ctx: UserContext) => {
      const project = getProject(ctx, projectId)
      return project && getTender(ctx, project).openQuestions.map((one) => one.text)
    }
    expect([open(owner), open(asker), open(rival)]).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']])
  })
})

describe('an answer', () => {
  it('goes to all at once, with a tender set of its own, and leaves submitted bids as they are', () => {
    const { db, owner, asker, rival, projectId, admin } = world()
    const { id: bidId } = createSubmittedBid(rival, projectId)
    const questionId = ask(asker, projectId)
    const submissionId = newId()
    expect(listUnanswered(owner, 10)).toMatchObject([{ id: projectId, at: testNow + 9 * day }])
    delivered(db, () => {
      const input = { projectId, questionId, ...published, submissionId }
      expect(answerQuestion(owner, input)).toEqual({ number: 1 })
      expect(answerQuestion(owner, input)).toEqual({ number: 1 })
    })
    expect(listUnanswered(owner, 10)).toEqual([])
    for (const ctx of [owner, asker, rival, admin]) {
      const { tender, texts } = seen(ctx, projectId)
      expect(tender?.answers).toMatchObject([{ number: 1, question: 'Are doors to be reused?', isAddendum: false }])
      expect(tender?.openQuestions).toEqual([])
      expect(texts?.map((one) => one?.includes('No, all are new.'))).toEqual([true, false])
    }
    expect(getProject(owner, projectId)?.version).toBe(1)
    expect(getBid(rival, bidId)).toMatchObject({ sealIntact: true, projectVersion: 1 })
    const told = [asker, rival, owner, admin].map(
      (ctx) =>
        listNotifications(ctx, { page: 1 } as never).rows.filter((row) => row.textKey === 'questionAnswered').length,
    )
    expect(told).toEqual([1, 1, 0, 0])
    expect(verifyRecords(db).findings).toEqual([])
    expect(db.$client.prepare('SELECT text FROM tender_questions').pluck().get()).toBe(text)
  })

  it('that is significant is an addendum, with its rules', () => {
    const { db, owner, asker, rival, projectId } = world()
    const { id: bidId } = createSubmittedBid(rival, projectId)
    const questionId = ask(asker, projectId)
    const late = { ...owner, now: testNow + 9 * day + 1 }
    const input = { projectId, questionId, ...published, isAddendum: true, bidDeadline: testNow + 10 * day }
    expect(refusal(() => answerQuestion(late, input))).toBe('invalid projects:refused.deadlineTooClose')
    answerQuestion(late, { ...input, bidDeadline: testNow + 11 * day })
    expect(getProject(owner, projectId)).toMatchObject({
      ...{ version: 2, bidDeadline: testNow + 11 * day },
      addenda: [{ summary: 'Are doors to be reused?\n\nNo, all are new.' }],
    })
    expect(getBid(rival, bidId)?.projectVersion).toBe(1)
    // The bidder is told once, by the addendum.
    expect(recorded(db, 'project.question_answered')).toMatchObject([{ number: 1, companyIds: [asker.company.id] }])
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('is given once, by the client, while bids are open', () => {
    const { owner, asker, rival, projectId } = world()
    const questionId = ask(asker, projectId)
    const input = { projectId, questionId, ...published }
    expect(refusal(() => answerQuestion(rival, input))).toBe('not_found errors:notFound')
    const other = createOpenProject(owner).id
    expect(refusal(() => answerQuestion(owner, { ...input, projectId: other }))).toBe('not_found errors:notFound')
    answerQuestion(owner, input)
    expect(refusal(() => answerQuestion(owner, input))).toBe('conflict tenders:refused.answered')
    const second = ask(rival, projectId)
    closeBidding(owner, { projectId })
    expect(refusal(() => answerQuestion(owner, { ...input, questionId: second }))).toBe(
      'conflict tenders:refused.notOpen',
    )
  })
})

it('questions are taken from possible bidders until the cut-off', () => {
  const { owner, asker, projectId } = world()
  const at = (ctx: CompanyContext, now: number) =>
    refusal(() => askQuestion({ ...ctx, now }, { projectId, question: text }))
  expect(at(owner, testNow)).toBe('conflict tenders:refused.ownProject')
  expect(at(asker, testNow + 9 * day - 1)).toBe('done')
  expect(at(asker, testNow + 9 * day)).toBe('conflict tenders:refused.questionsClosed')
  const draft = createDraft(owner).id
  expect(refusal(() => askQuestion(asker, { projectId: draft, question: text }))).toBe('not_found errors:notFound')
  closeBidding(owner, { projectId })
  expect(at(asker, testNow)).toBe('conflict tenders:refused.notOpen')
})
