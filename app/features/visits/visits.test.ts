import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { createVisit, visitInput } from '#tests/factories/visit.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { visitCalendar } from './calendar.server.ts'
import { cancelVisit } from './cancel-visit.server.ts'
import { planVisit } from './plan-visit.server.ts'
import { publishMinutes } from './publish-minutes.server.ts'
import { getVisits } from './queries.server.ts'
import { signUp, withdrawSignUp } from './sign-up.server.ts'

let owner: CompanyContext
let bidder: CompanyContext
let rival: CompanyContext
let projectId: string
let visitId: string
beforeEach(() => {
  const db = testDatabase()
  owner = createPerson(db)
  bidder = createPerson(db)
  rival = createPerson(db)
  projectId = createDraft(owner).id
  visitId = createVisit(owner, projectId, { maxPeople: 3 }).id
})
const publish = () => publishProject(owner, { projectId })
const at = <C extends CompanyContext>(ctx: C, now: number): C => ({ ...ctx, now })
const addendum = { summary: 'The visit is later.', bidDeadline: testNow + 10 * day }
const textOf = (edition: number) => getTenderSetText(owner, projectId, edition) ?? ''

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

describe('a visit', () => {
  it('is part of what bidders are asked, and its move is an addendum that tells whoever has signed up', () => {
    publish()
    expect(textOf(1)).toContain('site visits: 1')
    expect(textOf(1)).toContain('| Koulutie 1, Espoo')
    signUp(bidder, { visitId, people: 2 })
    const visit = visitInput(testNow, { startsAt: testNow + 4 * day })
    expect(refusal(() => planVisit(bidder, { projectId, visitId, visit, addendum }))).toBe('not_found errors:notFound')
    planVisit(owner, { projectId, visitId, visit, addendum })
    expect(getProject(owner, projectId)?.version).toBe(2)
    expect(textOf(2)).toContain('starts there:\n    | 2026-06-05T15:00')
    expect(recorded(owner.db, 'project.addendum').at(-1)).toMatchObject({ bidderCompanyIds: [bidder.company.id] })
    cancelVisit(owner, { projectId, visitId, addendum })
    expect(getVisits(owner, projectId)).toMatchObject([{ id: visitId, cancelledAt: testNow }])
    expect(textOf(3)).toContain('cancelled:')
    expect(refusal(() => signUp(rival, { visitId, people: 1 }))).toBe('conflict visits:refused.cancelled')
    expect(verifyRecords(owner.db).findings ?? []).toEqual([])
  })

  it('of a draft is moved and deleted freely', () => {
    planVisit(owner, { projectId, visitId, visit: visitInput(testNow, { place: 'Elsewhere' }) })
    expect(getVisits(owner, projectId)).toMatchObject([{ place: 'Elsewhere', number: 1 }])
    cancelVisit(owner, { projectId, visitId })
    expect(getVisits(owner, projectId)).toEqual([])
  })

  it('that is required leaves bidders the announced days for it', () => {
    publish()
    const late = at(owner, testNow + 9.5 * day)
    const soon = { startsAt: testNow + 9.8 * day, signUpUntil: testNow + 9.7 * day }
    const plan = (isMandatory: boolean) =>
      refusal(() => planVisit(late, { projectId, visit: visitInput(testNow, { ...soon, isMandatory }), addendum }))
    expect(plan(true)).toBe('invalid projects:refused.deadlineTooClose')
    expect(plan(false)).toBe('done')
  })
})

describe('a sign-up', () => {
  it('is seen by its own company alone, whoever looks', () => {
    publish()
    const others = () =>
      [owner, rival, createAdmin(owner.db)].map((ctx) =>
        JSON.stringify([getProject(ctx, projectId), getVisits(ctx, projectId)]),
      )
    const [before] = [others()]
    const events = owner.db.$client.prepare('SELECT count(*) FROM outbox').pluck()
    const recordedBefore = events.get()
    signUp(bidder, { visitId, people: 2 })
    expect(others()).toEqual(before)
    expect(events.get()).toBe(recordedBefore)
    expect(getVisits(bidder, projectId)).toMatchObject([{ ownPeople: 2 }])
    withdrawSignUp(bidder, { visitId })
    expect(getVisits(bidder, projectId)).toMatchObject([{ ownPeople: null }])
  })

  it('takes no more places than there are, and one company has one', () => {
    publish()
    signUp(bidder, { visitId, people: 2 })
    expect(refusal(() => signUp(rival, { visitId, people: 2 }))).toBe('conflict visits:refused.full')
    signUp(rival, { visitId, people: 1 })
    signUp(bidder, { visitId, people: 1 })
    signUp(rival, { visitId, people: 2 })
    expect(refusal(() => signUp(bidder, { visitId, people: 4 }))).toBe('invalid visits:refused.tooManyPeople')
    withdrawSignUp(rival, { visitId })
    signUp(bidder, { visitId, people: 3 })
  })

  it('is refused to the client, after its end, and to whoever is not invited', () => {
    expect(refusal(() => signUp(bidder, { visitId, people: 1 }))).toBe('not_found errors:notFound')
    publish()
    expect(refusal(() => signUp(owner, { visitId, people: 1 }))).toBe('conflict visits:refused.ownProject')
    expect(refusal(() => signUp(at(bidder, testNow + day), { visitId, people: 1 }))).toBe(
      'conflict visits:refused.signUpClosed',
    )
    const byInvitation = createDraft(owner, { invitedOnly: true }).id
    const hidden = createVisit(owner, byInvitation).id
    publishProject(owner, { projectId: byInvitation })
    expect(refusal(() => signUp(bidder, { visitId: hidden, people: 1 }))).toBe('not_found errors:notFound')
  })
})

it('minutes are published once, to everybody, in a tender set of their own', () => {
  publish()
  signUp(bidder, { visitId, people: 1 })
  const minutes = { projectId, visitId, text: 'The cellar was wet.' }
  expect(refusal(() => publishMinutes(owner, minutes))).toBe('conflict visits:refused.notBegun')
  const after = at(owner, testNow + 3 * day)
  publishMinutes(after, minutes)
  expect(refusal(() => publishMinutes(after, minutes))).toBe('conflict visits:refused.published')
  expect(getVisits(rival, projectId)).toMatchObject([{ minutes: 'The cellar was wet.' }])
  expect(textOf(2)).toContain('| The cellar was wet.')
  expect(getProject(owner, projectId)?.version).toBe(1)
  expect(recorded(owner.db, 'project.visit_minutes')).toMatchObject([{ number: 1, companyIds: [bidder.company.id] }])
})

it('a calendar takes a visit in UTC, with what is typed quoted', () => {
  const [visit] = getVisits(owner, projectId)
  const project = getProject(owner, projectId)
  if (!visit || !project) throw new Error('no visit')
  const words = { summary: 'Visit\r\nATTENDEE:mailto:x@example.com', description: 'At the gate; ring, twice' }
  const text = visitCalendar({ ...visit, cancelledAt: testNow }, project, words)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('DTSTART:20260603T120000Z')
  expect(lines).toContain('DTEND:20260603T130000Z')
  expect(lines).toContain('STATUS:CANCELLED')
  expect(lines).toContain('SEQUENCE:1')
  expect(lines).toContain('DESCRIPTION:At the gate\\; ring\\, twice')
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false)
})
