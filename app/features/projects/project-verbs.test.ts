import { describe, expect, it } from 'vitest'
import { AppError } from '#app/platform/errors.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { addAddendum } from './add-addendum.server.ts'
import { suggestedDeadline } from './addendum.ts'
import { cancelProject } from './cancel-project.server.ts'
import { createProject } from './create-project.server.ts'
import { deleteDraft } from './delete-draft.server.ts'
import { listProjectLines } from './project-lines.server.ts'
import { publishProject } from './publish-project.server.ts'
import { getProject } from './queries.server.ts'
import type { ProjectInput } from './schemas.server.ts'
import { transitionProject } from './transition-project.server.ts'
import { updateProject } from './update-project.server.ts'

function world() {
  const db = testDatabase()
  return { db, owner: createPerson(db), other: createPerson(db) }
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

const nothing = 'not_found errors:notFound'

describe('createProject', () => {
  it('creates a draft with its lines, once per form', () => {
    const { db, owner } = world()
    const submissionId = newId()
    const first = createProject(owner, { ...projectInput(), submissionId })
    expect(createProject(owner, { ...projectInput(), submissionId })).toEqual(first)
    expect(getProject(owner, first.id)).toMatchObject({ status: 'draft', role: 'owner', budgetCents: 25_000_000 })
    expect(listProjectLines(db, first.id).map((line) => line.description)).toEqual(['Demolition', 'Kitchen equipment'])
    expect(db.$client.prepare('SELECT count(*) FROM projects').pluck().get()).toBe(1)
    expect(verifyAudit(db).rows).toBe(1)
  })

  it('also stores a submission of the same form with different content', () => {
    const { db, owner } = world()
    const submissionId = newId()
    const roof = createProject(owner, { ...projectInput({ title: 'Roof' }), submissionId })
    const kitchen = createProject(owner, { ...projectInput({ title: 'Kitchen' }), submissionId })
    expect(createProject(owner, { ...projectInput({ title: 'Roof' }), submissionId })).toEqual(roof)
    expect(createProject(owner, { ...projectInput({ title: 'Kitchen' }), submissionId })).toEqual(kitchen)
    expect(db.$client.prepare('SELECT title FROM projects ORDER BY id').pluck().all()).toEqual(['Roof', 'Kitchen'])
  })

  it('refuses a deadline in the past, and work in the past or before the deadline', () => {
    const { owner } = world()
    const draft = (change: Partial<ProjectInput>) => refusal(() => createDraft(owner, change))
    expect(draft({ bidDeadline: testNow })).toBe('invalid projects:refused.deadlinePassed')
    // Bids are due on 11 June at 15:00 in Helsinki.
    expect(draft({ startDate: '2026-05-31' })).toBe('invalid projectform:inPast')
    expect(draft({ startDate: '2026-06-10' })).toBe('invalid projectform:beforeDeadline')
    expect(draft({ startDate: null, endDate: '2026-06-10' })).toBe('invalid projectform:beforeDeadline')
    expect(draft({ startDate: '2026-06-11', endDate: '2026-06-10' })).toBe('invalid projectform:endsBeforeStart')
    expect(draft({ startDate: '2026-06-11', endDate: '2026-06-11' })).toBe('done')
    const inTokyo = { ...owner, actor: { ...owner.actor, timeZone: 'Asia/Tokyo' } }
    const late = { bidDeadline: testNow + 4 * 3_600_000, startDate: '2026-06-01' }
    expect(refusal(() => createDraft(owner, late))).toBe('done')
    expect(refusal(() => createDraft(inTokyo, late))).toBe('invalid projectform:beforeDeadline')
  })
})

describe('updateProject', () => {
  it('changes a draft; lines keep their ids, swap positions and are removed', () => {
    const { db, owner } = world()
    const { id } = createDraft(owner)
    const [a, b] = listProjectLines(db, id)
    const c = { id: null, description: 'Painting', quantityMilli: 2500, unit: 'm²' }
    updateProject(owner, {
      ...projectInput({ title: 'Other', lines: [b, a, c].flatMap((line) => line ?? []) }),
      projectId: id,
    })
    expect(getProject(owner, id)?.title).toBe('Other')
    expect(
      listProjectLines(db, id)
        .map((line) => line.id)
        .slice(0, 2),
    ).toEqual([b?.id, a?.id])
    updateProject(owner, { ...projectInput({ lines: [c] }), projectId: id })
    expect(listProjectLines(db, id)).toHaveLength(1)
  })

  it('is refused to others, and after publication', () => {
    const { owner, other } = world()
    const { id } = createOpenProject(owner)
    expect(refusal(() => updateProject(other, { ...projectInput(), projectId: id }))).toBe(nothing)
    expect(refusal(() => updateProject(owner, { ...projectInput(), projectId: id }))).toBe(
      'conflict projects:refused.wrongState',
    )
  })
})

describe('updateProject in two tabs', () => {
  it('overwrites no concurrent change except one by the same form', () => {
    const { owner } = world()
    const { id: projectId } = createDraft(owner)
    const at = (seconds: number) => ({ ...owner, now: testNow + seconds * 1000 })
    const tab = (expectedVersion: number, submissionId = newId()) => ({ projectId, expectedVersion, submissionId })
    const opened = tab(testNow)
    updateProject(at(1), { ...projectInput({ title: 'One' }), ...opened })
    expect(refusal(() => updateProject(at(2), { ...projectInput({ title: 'Two' }), ...tab(testNow) }))).toBe(
      'conflict errors:editConflict',
    )
    expect(getProject(owner, projectId)?.title).toBe('One')
    // Back, edit, submit: the form has stored the current version itself.
    updateProject(at(3), { ...projectInput({ title: 'Three' }), ...opened })
    updateProject(at(4), { ...projectInput({ title: 'Three' }), ...opened })
    expect(getProject(owner, projectId)).toMatchObject({ title: 'Three', updatedAt: testNow + 3000 })
    updateProject(at(5), { ...projectInput({ title: 'Two' }), ...tab(testNow + 3000) })
    expect(getProject(owner, projectId)?.title).toBe('Two')
  })
})

describe('a reverse charge', () => {
  const reverse = { vatTreatment: 'reverse_charge' as const }
  const noNumber = { vatNumber: null }

  it('needs the client’s statement that it sells construction services', () => {
    const { owner } = world()
    const { id } = createDraft(owner, { ...reverse, sellsConstruction: false })
    expect(refusal(() => publishProject(owner, { projectId: id }))).toBe('invalid projectform:sellsConstructionNeeded')
    updateProject(owner, { ...projectInput(reverse), projectId: id })
    publishProject(owner, { projectId: id })
    expect(getProject(owner, id)).toMatchObject({ status: 'open', sellsConstruction: true })
  })

  it('needs its VAT number, to publish and to change to it', () => {
    const { db, owner } = world()
    const { id: projectId } = createOpenProject(owner)
    db.update(companies).set(noNumber).run()
    const { id } = createDraft(owner, reverse)
    expect(refusal(() => publishProject(owner, { projectId: id }))).toBe('invalid projects:refused.vatNumberNeeded')
    const addendum = { ...projectInput({ ...reverse, bidDeadline: testNow + 20 * day }), projectId, summary: 'VAT' }
    expect(refusal(() => addAddendum(owner, addendum))).toBe('invalid projects:refused.vatNumberNeeded')
  })

  it('is for construction clients registered in Finland, or for services to those registered in another EU country', () => {
    const { db, owner } = world()
    const refused = (vatTreatment: 'reverse_charge' | 'eu_services', vatNumber: string) => {
      db.update(companies).set({ vatNumber }).run()
      const { id } = createDraft(owner, { vatTreatment })
      return refusal(() => publishProject(owner, { projectId: id }))
    }
    expect(refused('reverse_charge', 'DE129274202')).toBe('invalid projectform:finnishVatNumberNeeded')
    expect(refused('eu_services', 'FI01120389')).toBe('invalid projectform:otherVatNumberNeeded')
    expect(refused('eu_services', 'NO923609016MVA')).toBe('invalid projectform:otherVatNumberNeeded')
    db.update(companies).set({ vatNumber: 'DE129274202' }).run()
    const { id } = createDraft(owner, { vatTreatment: 'eu_services' })
    publishProject(owner, { projectId: id })
    expect(getProject(owner, id)).toMatchObject({ status: 'open', vatTreatment: 'eu_services' })
  })

  it('keeps the statement only while it is the treatment', () => {
    const { owner } = world()
    const { id } = createDraft(owner, { sellsConstruction: true })
    expect(getProject(owner, id)?.sellsConstruction).toBe(false)
  })
})

describe('publishProject', () => {
  it('opens the project to everybody, and records it once', () => {
    const { db, owner, other } = world()
    const { id } = createDraft(owner)
    expect(getProject(other, id)).toBeNull()
    const submissionId = newId()
    publishProject(owner, { projectId: id, submissionId })
    publishProject(owner, { projectId: id, submissionId })
    expect(recorded(db, 'project.published')).toMatchObject([{ projectId: id }])
    expect(getProject(other, id)).toMatchObject({ status: 'open', role: 'other' })
  })

  it('is refused twice, after the deadline and to others', () => {
    const { owner, other } = world()
    const { id } = createDraft(owner)
    expect(refusal(() => publishProject(other, { projectId: id }))).toBe(nothing)
    const late = { ...owner, now: testNow + 11 * day }
    expect(refusal(() => publishProject(late, { projectId: id }))).toBe('conflict projects:refused.deadlinePassed')
    publishProject(owner, { projectId: id })
    expect(refusal(() => publishProject(owner, { projectId: id }))).toBe('conflict projects:refused.wrongState')
  })
})

describe('addAddendum', () => {
  it('increments the version once per form, and notifies the bidders', () => {
    const { db, owner, other } = world()
    const { id } = createOpenProject(owner)
    createSubmittedBid(other, id)
    const input = {
      ...projectInput({ lines: listProjectLines(db, id) }),
      projectId: id,
      summary: 'More',
      submissionId: newId(),
    }
    expect(addAddendum(owner, input).version).toBe(2)
    expect(addAddendum(owner, input).version).toBe(2)
    expect(recorded(db, 'project.addendum')).toMatchObject([{ bidderCompanyIds: [other.company.id] }])
    expect(getProject(owner, id)).toMatchObject({ version: 2, addenda: [{ version: 2, summary: 'More' }] })
  })

  it('leaves the description in bids when a line is removed', () => {
    const { db, owner, other } = world()
    const { id } = createOpenProject(owner)
    createSubmittedBid(other, id)
    addAddendum(owner, {
      ...projectInput({ lines: listProjectLines(db, id).slice(1) }),
      projectId: id,
      summary: 'Less',
    })
    const lines = db.$client
      .prepare('SELECT description, project_line_id IS NULL AS own FROM bid_lines ORDER BY position')
      .all()
    expect(lines).toEqual([
      { description: 'Demolition', own: 1 },
      { description: 'Kitchen equipment', own: 0 },
    ])
  })

  it('extends the deadline, and never brings it forward', () => {
    const { owner } = world()
    const announced = testNow + 10 * day + 30_500
    const { id } = createOpenProject(owner, { bidDeadline: announced })
    const amend = (bidDeadline: number) =>
      refusal(() => addAddendum(owner, { ...projectInput({ bidDeadline }), projectId: id, summary: 'Other time' }))
    const deadline = () => getProject(owner, id)?.bidDeadline
    expect(amend(testNow + 90_000)).toBe('invalid projects:refused.deadlineEarlier')
    expect(amend(announced - 60_000)).toBe('invalid projects:refused.deadlineEarlier')
    expect([amend(announced - 30_500), deadline()]).toEqual(['done', announced])
    expect([amend(announced + day), deadline()]).toEqual(['done', announced + day])
  })

  it('leaves the announced days for bids where it changes what they answer, whatever its form says about them', () => {
    const { db, owner } = world()
    const { id } = createOpenProject(owner, { bidDeadline: testNow + 5 * day, addendumDays: 6 })
    const amend = (change: Partial<ReturnType<typeof projectInput>>) => {
      const input = { bidDeadline: testNow + 5 * day, lines: listProjectLines(db, id), addendumDays: 1, ...change }
      return refusal(() => addAddendum(owner, { ...projectInput(input), projectId: id, summary: 'Other' }))
    }
    const tooClose = 'invalid projects:refused.deadlineTooClose'
    const [, second] = listProjectLines(db, id)
    for (const change of [
      { lines: second ? [second] : [] },
      { vatTreatment: 'reverse_charge' as const },
      { buyerDeductsVat: false },
      { description: 'Something else' },
      { location: 'Vantaa' },
      { endDate: null },
    ])
      expect(amend(change)).toBe(tooClose)
    expect(amend({ title: 'A typing error less', budget: null })).toBe('done')
    expect(amend({ location: 'Vantaa', bidDeadline: testNow + 6 * day - 1 })).toBe(tooClose)
    expect(amend({ location: 'Vantaa', bidDeadline: testNow + 6 * day })).toBe('done')
    expect(getProject(owner, id)).toMatchObject({ addendumDays: 6, mayCloseEarly: true })
  })

  it('suggests a deadline that leaves them and the time to fill in the form', () => {
    const terms = { addendumDays: 6 }
    const announced = testNow + 6 * day
    expect(suggestedDeadline({ ...terms, bidDeadline: announced }, testNow)).toBe(announced)
    const suggested = suggestedDeadline({ ...terms, bidDeadline: announced - 1 }, testNow)
    expect([suggested % 3_600_000, suggested - announced]).toEqual([0, 3_600_000])
  })

  it('cannot extend a deadline that has passed', () => {
    const { owner } = world()
    const { id } = createOpenProject(owner)
    const late = { ...owner, now: testNow + 10 * day }
    const input = { ...projectInput({ bidDeadline: testNow + 20 * day }), projectId: id, summary: 'Longer' }
    expect(refusal(() => addAddendum(late, input))).toBe('conflict projects:refused.deadlinePassed')
  })

  it('is refused on a draft and to others', () => {
    const { owner, other } = world()
    const { id } = createDraft(owner)
    const input = { ...projectInput(), projectId: id, summary: 'x' }
    expect(refusal(() => addAddendum(owner, input))).toBe('conflict projects:refused.wrongState')
    expect(refusal(() => addAddendum(other, input))).toBe(nothing)
  })
})

it('keeps the time zone of whoever set the deadline, until somebody sets another one', () => {
  const { owner } = world()
  const inZone = (timeZone: string | null) => ({ ...owner, actor: { ...owner.actor, timeZone } })
  const [stockholm, kyiv] = [inZone('Europe/Stockholm'), inZone('Europe/Kiev')]
  const { id } = createDraft(stockholm)
  const zone = () => getProject(owner, id)?.timeZone
  expect(zone()).toBe('Europe/Stockholm')
  updateProject(kyiv, { ...projectInput({ title: 'Roof' }), projectId: id })
  expect(zone()).toBe('Europe/Stockholm')
  updateProject(kyiv, { ...projectInput({ bidDeadline: testNow + 11 * day }), projectId: id })
  expect(zone()).toBe('Europe/Kyiv')
  publishProject(owner, { projectId: id })
  const amend = (by: typeof owner, bidDeadline: number) =>
    addAddendum(by, { ...projectInput({ bidDeadline }), projectId: id, summary: 'x' })
  amend(stockholm, testNow + 11 * day)
  expect(zone()).toBe('Europe/Kyiv')
  amend(inZone(null), testNow + 12 * day)
  expect(zone()).toBe('Europe/Helsinki')
})

describe('cancelProject and deleteDraft', () => {
  it('requires a reason, and opens no sealed bid', () => {
    const { owner, other } = world()
    const { id } = createOpenProject(owner)
    createSubmittedBid(other, id)
    expect(refusal(() => cancelProject(owner, { projectId: id, reason: '  ' }))).toBe(
      'invalid projects:refused.reasonNeeded',
    )
    expect(refusal(() => cancelProject(other, { projectId: id, reason: 'x' }))).toBe(nothing)
    cancelProject(owner, { projectId: id, reason: 'No money' })
    expect(getProject(owner, id)).toMatchObject({ status: 'cancelled', cancelReason: 'No money', bidsOpenedAt: null })
    expect(getProject(other, id)?.role).toBe('bidder')
  })

  it('deletes drafts only, and only for their owner', () => {
    const { owner, other } = world()
    const { id } = createDraft(owner)
    expect(refusal(() => deleteDraft(other, { projectId: id }))).toBe(nothing)
    deleteDraft(owner, { projectId: id })
    expect(getProject(owner, id)).toBeNull()
    const open = createOpenProject(owner)
    expect(refusal(() => deleteDraft(owner, { projectId: open.id }))).toBe('conflict projects:refused.wrongState')
  })
})

it('transitionProject refuses transitions out of order', () => {
  const { db, owner } = world()
  const { id } = createOpenProject(owner)
  for (const action of ['activate', 'complete', 'signing_failed'] as const) {
    expect(refusal(() => transact(db, (tx) => transitionProject(tx, owner, id, action)))).toBe(
      'conflict projects:refused.wrongState',
    )
  }
})
