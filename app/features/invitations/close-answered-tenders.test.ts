import { expect, test } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { countVisibleBids } from '#app/features/bids/queries.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { closeAnsweredTenders } from './close-answered-tenders.server.ts'
import { declineInvitation } from './decline-invitation.server.ts'
import { inviteByEmail } from './invite-by-email.server.ts'
import { inviteCompanies } from './invite-companies.server.ts'
import { listReceivedInvitations, listSentInvitations } from './queries.server.ts'
import { withdrawInvitation } from './withdraw-invitation.server.ts'

const terms = { invitedOnly: true, closesWhenAnswered: true, mayCloseEarly: false }

function world(change: Partial<typeof terms> = {}) {
  const db = testDatabase()
  const owner = createPerson(db)
  const invited = [createPerson(db), createPerson(db), createPerson(db)] as const
  db.update(companies).set({ inDirectory: true }).run()
  const { id: projectId } = createOpenProject(owner, { ...terms, ...change })
  inviteCompanies(owner, { projectId, companyIds: invited.map(({ company }) => company.id) })
  const decline = (who: CompanyContext) =>
    declineInvitation(who, { invitationId: listReceivedInvitations(who).rows[0]?.id ?? '', reason: 'No crew' })
  const withdraw = (who: string) => {
    const sent = listSentInvitations(owner, { id: projectId, status: 'open', bidDeadline: testNow + 10 * day })
    const row = sent.find(({ companyId, email }) => companyId === who || email === who)
    withdrawInvitation(owner, { invitationId: row?.id ?? '' })
  }
  return { db, owner, invited, projectId, decline, withdraw, ...stepsOf(db, owner, projectId) }
}

const stepsOf = (db: Database, owner: CompanyContext, projectId: string) => ({
  close: (now = testNow + 2 * day) => closeAnsweredTenders(db, now),
  status: () => getProject(owner, projectId)?.status,
})

test('bidding closes by itself once all invited have bid or declined, a day after the last invitation', () => {
  const { invited, projectId, decline, close, status } = world()
  const [first, second, third] = invited
  createSubmittedBid(first, projectId)
  decline(third)
  expect([close(), status()]).toEqual([0, 'open'])
  createSubmittedBid(second, projectId)
  expect([close(testNow + day - 1), status()]).toEqual([0, 'open'])
  expect([close(testNow + day), status()]).toEqual([1, 'evaluating'])
  expect(close()).toBe(0)
})

test('it is announced before, in the tender set, and immutable; a project that does not announce it closes at its deadline', () => {
  const { db, owner, projectId } = world()
  expect(getTenderSetText(owner, projectId, 1)).toContain(
    'bidding closes when:\n  | all invited companies have bid or declined',
  )
  expect(() => db.$client.exec('UPDATE projects SET closes_when_answered = 0')).toThrow('immutable')
  const other = world({ closesWhenAnswered: false })
  for (const who of other.invited) createSubmittedBid(who, other.projectId)
  expect([other.close(), other.status()]).toEqual([0, 'open'])
  expect(getTenderSetText(other.owner, other.projectId, 1)).not.toContain('bidding closes when')
  const { id } = createDraft(owner, { invitedOnly: false, closesWhenAnswered: true })
  publishProject(owner, { projectId: id })
  expect(getProject(owner, id)?.closesWhenAnswered).toBe(false)
})

test('where all but one have declined, only the deadline ends it: that it is open must not say that the one has not bid', () => {
  const { invited, projectId, decline, close, status } = world()
  createSubmittedBid(invited[0], projectId)
  for (const who of invited.slice(1)) decline(who)
  expect([close(), status()]).toEqual([0, 'open'])
})

test('an addendum has every bid confirmed first', () => {
  const { db, owner, invited, projectId, close, status } = world()
  const bids = invited.map((who) => createSubmittedBid(who, projectId))
  const lines = listProjectLines(db, projectId)
  addAddendum(owner, { ...projectInput({ ...terms, lines, title: 'Two doors' }), projectId, summary: 'Two doors.' })
  expect([close(), status()]).toEqual([0, 'open'])
  for (const [index, who] of invited.entries()) confirmBid(who, { bidId: bids[index]?.id ?? '' })
  expect([close(), status()]).toEqual([1, 'evaluating'])
})

test('withdrawing an invitation does not close it: nobody is shut out who might still have bid', () => {
  const { invited, projectId, withdraw, close, status } = world()
  for (const who of invited.slice(0, 2)) createSubmittedBid(who, projectId)
  withdraw(invited[2].company.id)
  expect([close(), status()]).toEqual([0, 'open'])
})

test('an address whose invitation no company has taken keeps it open, whatever becomes of it: it can be the client’s own', () => {
  const { db, owner, invited, projectId, withdraw, close, status } = world()
  for (const email of ['late@example.fi', 'own@example.fi']) inviteByEmail(owner, { projectId, email, locale: 'en' })
  for (const who of invited) createSubmittedBid(who, projectId)
  expect([close(), status()]).toEqual([0, 'open'])
  withdraw('late@example.fi')
  db.$client.prepare("UPDATE project_invitations SET status = 'declined' WHERE email = 'own@example.fi'").run()
  expect([close(), status()]).toEqual([0, 'open'])
})

test('until it closes, nothing that the client reads differs by who has bid', () => {
  const { db, owner, invited, projectId, close } = world()
  const late = { ...owner, now: testNow + 2 * day }
  const seen = () => {
    const project = getProject(late, projectId)
    return JSON.stringify([project, project && listSentInvitations(late, project), countVisibleBids(late, projectId)])
  }
  const before = seen()
  for (const who of invited.slice(0, 2)) {
    createSubmittedBid(who, projectId)
    expect(close()).toBe(0)
    expect(seen()).toBe(before)
  }
  expect(recorded(db, 'bids.opened')).toEqual([])
  createSubmittedBid(invited[2], projectId)
  expect(seen()).toBe(before)
  expect(close()).toBe(1)
  expect(recorded(db, 'bids.opened')).toMatchObject([{ projectId, companyId: owner.company.id }])
})
