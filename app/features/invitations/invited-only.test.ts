import { expect, test } from 'vitest'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import type { ProjectFilter } from '#app/features/projects/project-filter.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getOncePublicProject, getProject, listProjects } from '#app/features/projects/queries.server.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { findTenderFile, getTenderSetText } from '#app/features/tenders/queries.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { bidInput, createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { createDocument } from '#tests/factories/document.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { declineInvitation } from './decline-invitation.server.ts'
import { inviteCompanies } from './invite-companies.server.ts'
import { listOpenInvitations, listReceivedInvitations, listSentInvitations, searchDirectory } from './queries.server.ts'
import { withdrawInvitation } from './withdraw-invitation.server.ts'

function world() {
  const db = testDatabase()
  const [owner, invited, rival, stranger] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  db.update(companies).set({ inDirectory: true }).run()
  const { id: projectId } = createDraft(owner, { title: 'Strongroom', invitedOnly: true })
  const { fileId } = createDocument(owner, projectId, { name: 'vault.txt', content: 'how thick' })
  publishProject(owner, { projectId })
  const invite = (...people: CompanyContext[]) =>
    inviteCompanies(owner, { projectId, companyIds: people.map(({ company }) => company.id) })
  const invitationOf = (who: CompanyContext) =>
    listSentInvitations(owner, openProject).find(({ companyId }) => companyId === who.company.id)?.id ?? ''
  const openProject = { id: projectId, status: 'open' as const, bidDeadline: testNow + 10 * day }
  return {
    db,
    owner,
    invited,
    rival,
    stranger,
    projectId,
    fileId,
    invite,
    invitationOf,
    openProject,
    admin: createAdmin(db),
  }
}

const list = (ctx: Context, change: Partial<ProjectFilter>) =>
  listProjects(ctx, { scope: 'open', status: null, category: null, q: '', sort: 'newest', page: 1, ...change })

test('nobody but the client, the invited and admins sees a project by invitation', () => {
  const { owner, invited, stranger, projectId, fileId, invite, admin } = world()
  const sees = (ctx: CompanyContext | ReturnType<typeof createAdmin>) => [
    getProject(ctx, projectId) !== null,
    getTenderSetText(ctx, projectId, 1) !== null,
    findTenderFile(ctx, fileId) !== null,
    getOncePublicProject(ctx, projectId) !== null,
  ]
  expect(sees(invited)).toEqual([false, false, false, false])
  invite(invited)
  expect(sees(owner)).toEqual([true, true, true, true])
  expect(getProject(invited, projectId)?.role).toBe('invited')
  expect(sees(invited)).toEqual([true, true, true, true])
  expect(sees(stranger)).toEqual([false, false, false, false])
  expect(sees(admin).slice(0, 3)).toEqual([true, true, true])
})

test('lists, counts and searches of the marketplace never have it; the client’s own do', () => {
  const { owner, invited, stranger, invite, admin } = world()
  const open = createOpenProject(owner, { title: 'Strongroom for all' })
  invite(invited)
  for (const ctx of [invited, stranger, admin, owner])
    for (const change of [
      {},
      { q: 'strongroom' },
      { q: 'strong' },
      { sort: 'deadline' as const },
      { category: 'kitchen' as const },
    ]) {
      const { rows, total } = list(ctx, change)
      expect([rows.map(({ id }) => id), total]).toEqual([[open.id], 1])
    }
  for (const status of [null, 'open'] as const)
    expect(list(owner, { scope: 'own', status, q: 'strongroom' }).total).toBe(2)
  expect(list(owner, { scope: 'own', status: 'open', q: '' }).total).toBe(2)
  expect(
    list(owner, { scope: 'own', q: 'strongroom', category: 'kitchen' }).rows.map((row) => row.invitedOnly),
  ).toEqual([false, true])
})

test('others can neither bid nor ask, and learn not even that it is there', () => {
  const { invited, stranger, projectId, invite } = world()
  const bid = (ctx: CompanyContext) => createBid(ctx, { ...bidInput(invited, projectId), projectId, submit: true })
  const ask = (ctx: CompanyContext) => askQuestion(ctx, { projectId, question: 'How thick?' })
  for (const attempt of [bid, ask]) expect(() => attempt(stranger)).toThrow('not_found')
  expect(() => createBid(stranger, { ...bidInput(invited, projectId), projectId: 'none' })).toThrow('not_found')
  invite(invited)
  expect(bid(invited).id).toBeTruthy()
  expect(() => ask(invited)).not.toThrow()
})

test('who can bid is frozen with the publishing', () => {
  const { db, owner, projectId } = world()
  addAddendum(owner, { ...projectInput({ title: 'Strongroom', invitedOnly: false }), projectId, summary: 'Two doors.' })
  expect(getProject(owner, projectId)?.invitedOnly).toBe(true)
  expect(getTenderSetText(owner, projectId, 1)).toContain('bidding:\n  | by invitation only\n')
  expect(() => db.$client.prepare('UPDATE projects SET invited_only = 0').run()).toThrow('immutable')
})

test('an invitation tells and mails the people of a company once, and is kept', () => {
  const { db, owner, invited, rival, projectId, invite } = world()
  expect(invite(invited, rival)).toEqual({ invited: 2 })
  expect(invite(invited)).toEqual({ invited: 0 })
  const sent = db
    .select()
    .from(mails)
    .all()
    .filter(({ template }) => template === 'invitedToBid')
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([invited.actor.email, rival.actor.email].sort())
  expect(recorded(db, 'project.invited').flatMap(({ companyIds }) => companyIds)).toEqual([
    invited.company.id,
    rival.company.id,
  ])
  expect(listOpenInvitations(invited, 10).map((one) => one.projectId)).toEqual([projectId])
  expect(() => db.$client.exec('DELETE FROM project_invitations')).toThrow('never deleted')
  expect(() => inviteCompanies(rival, { projectId, companyIds: [owner.company.id] })).toThrow('not_found')
})

test('a company that is invited again after a withdrawal is not mailed again', () => {
  const { db, owner, invited, invite, invitationOf } = world()
  invite(invited)
  withdrawInvitation(owner, { invitationId: invitationOf(invited) })
  const mailed = () =>
    db
      .select()
      .from(mails)
      .all()
      .filter(({ template }) => template === 'invitedToBid').length
  const before = mailed()
  expect(invite(invited)).toEqual({ invited: 1 })
  expect(mailed()).toBe(before)
  expect(recorded(db, 'project.invited').at(-1)?.companyIds).toEqual([])
})

test('only companies that chose to be in the directory are found or invited', () => {
  const { db, owner, invited, rival, projectId, invite } = world()
  db.$client
    .prepare('UPDATE companies SET name = ?, city = ? WHERE id = ?')
    .run('Äänekosken Betoni Oy', 'Äänekoski', invited.company.id)
  const found = (q: string) => searchDirectory(owner, q).companies.map(({ id }) => id)
  for (const q of ['aanekosken betoni', 'BETONI', 'äänek', 'Ääne bet']) expect(found(q)).toEqual([invited.company.id])
  expect(Object.keys(searchDirectory(owner, 'betoni').companies[0] ?? {}).sort()).toEqual([
    'businessId',
    'city',
    'country',
    'id',
    'name',
  ])
  expect(found('')).toEqual([])
  expect(found('"*) OR name:')).toEqual([])
  expect(found(owner.company.name)).not.toContain(owner.company.id)
  db.$client.prepare('UPDATE companies SET in_directory = 0 WHERE id = ?').run(invited.company.id)
  expect(found('betoni')).toEqual([])
  expect(() => invite(rival, invited)).toThrow('invitations:refused.notListed')
  expect(listSentInvitations(owner, { id: projectId, status: 'open', bidDeadline: testNow })).toEqual([])
})

test('a company declines with a reason, and can still bid', () => {
  const { db, owner, invited, stranger, projectId, invite, invitationOf, openProject } = world()
  invite(invited)
  const invitationId = invitationOf(invited)
  expect(() => declineInvitation(stranger, { invitationId, reason: 'x' })).toThrow('not_found')
  expect(() => declineInvitation(invited, { invitationId, reason: ' ' })).toThrow('reasonNeeded')
  declineInvitation(invited, { invitationId, reason: 'No crew in June.' })
  expect(listSentInvitations(owner, openProject)).toMatchObject([
    { status: 'declined', reason: 'No crew in June.', actions: [] },
  ])
  expect(recorded(db, 'project.invitation_declined')).toMatchObject([
    { companyId: owner.company.id, invited: invited.company.name },
  ])
  expect(listOpenInvitations(invited, 10)).toEqual([])
  createSubmittedBid(invited, projectId)
  expect(listReceivedInvitations(invited).rows).toMatchObject([{ status: 'declined', hasBid: true, canDecline: false }])
  for (const change of ["reason = 'Too dear'", "status = 'sent'", 'changed_at = changed_at + 1', 'changed_by = NULL'])
    expect(() => db.$client.prepare(`UPDATE project_invitations SET ${change}`).run(), change).toThrow('immutable')
})

test('a company that has bid withdraws its bid before it declines', () => {
  const { invited, projectId, invite, invitationOf } = world()
  invite(invited)
  createSubmittedBid(invited, projectId)
  expect(() => declineInvitation(invited, { invitationId: invitationOf(invited), reason: 'x' })).toThrow(
    'refused.hasBid',
  )
})

test('a withdrawn invitation closes the project to whoever has not bid, a draft and its addenda included', () => {
  const { db, owner, invited, projectId, invite, invitationOf } = world()
  invite(invited)
  const draft = createBidDraft(invited, projectId)
  askQuestion(invited, { projectId, question: 'How thick?' })
  const input = bidInput(invited, projectId)
  withdrawInvitation(owner, { invitationId: invitationOf(invited) })
  expect(getProject(invited, projectId)).toBeNull()
  expect(listReceivedInvitations(invited).rows).toEqual([])
  expect(() => submitBid(invited, { bidId: draft.id })).toThrow('errors:notInvited')
  expect(() => updateBid(invited, { ...input, bidId: draft.id, submit: true })).toThrow('errors:notInvited')
  addAddendum(owner, { ...projectInput({ title: 'Strongroom', invitedOnly: true }), projectId, summary: 'Two doors.' })
  expect(recorded(db, 'project.addendum').at(-1)?.bidderCompanyIds).toEqual([])
  expect(recorded(db, 'project.invitation_withdrawn')).toMatchObject([{ companyId: invited.company.id }])
  invite(invited)
  expect(getProject(invited, projectId)?.role).toBe('invited')
})

test('a withdrawal tells the client nothing of a bid, which stands', () => {
  const { db, owner, invited, rival, projectId, invite, invitationOf, openProject } = world()
  invite(invited, rival)
  createSubmittedBid(invited, projectId)
  const seen = () => listSentInvitations(owner, openProject).map(({ status, actions }) => [status, actions])
  expect(seen()).toEqual([
    ['sent', ['withdraw']],
    ['sent', ['withdraw']],
  ])
  for (const who of [invited, rival]) withdrawInvitation(owner, { invitationId: invitationOf(who) })
  expect(seen()).toEqual([
    ['withdrawn', []],
    ['withdrawn', []],
  ])
  expect(getProject(invited, projectId)?.role).toBe('bidder')
  expect(getProject(rival, projectId)).toBeNull()
  openDueBids(db, testNow + 10 * day)
  expect(getProject(invited, projectId)?.status).toBe('evaluating')
})

test('invitations end with the bidding', () => {
  const { db, owner, invited, rival, projectId, invite, invitationOf } = world()
  invite(invited)
  const late = (ctx: CompanyContext) => ({ ...ctx, now: testNow + 10 * day })
  const closed = 'invitations:refused.notOpen'
  const again = () => inviteCompanies(late(owner), { projectId, companyIds: [rival.company.id] })
  expect(again).toThrow(closed)
  openDueBids(db, testNow + 10 * day)
  expect(again).toThrow(closed)
  const invitationId = invitationOf(invited)
  expect(() => declineInvitation(late(invited), { invitationId, reason: 'x' })).toThrow(closed)
  expect(() => withdrawInvitation(late(owner), { invitationId })).toThrow(closed)
  const { id: draft } = createDraft(owner)
  expect(() => inviteCompanies(owner, { projectId: draft, companyIds: [rival.company.id] })).toThrow(closed)
})
