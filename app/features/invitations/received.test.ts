import { expect, test } from 'vitest'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { loadShell } from '#app/features/site/shell/shell.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { declineInvitation } from './decline-invitation.server.ts'
import { inviteLimits } from './invitation.ts'
import { inviteCompanies } from './invite-companies.server.ts'
import {
  getInvitationToDecline,
  listOpenInvitations,
  listReceivedInvitations,
  openInvitations,
} from './queries.server.ts'
import { withdrawInvitation } from './withdraw-invitation.server.ts'

function world() {
  const db = testDatabase()
  const [owner, invited] = [createPerson(db), createPerson(db)]
  db.update(companies).set({ inDirectory: true }).run()
  return { db, owner, invited }
}

type Row = Pick<typeof projectInvitations.$inferInsert, 'projectId' | 'companyId' | 'invitedBy' | 'status' | 'reason'>

function addInvitation(db: Database, row: Omit<Row, 'status'> & Partial<Row>): string {
  const id = newId()
  db.insert(projectInvitations)
    .values({ id, status: 'sent', invitedAt: testNow, ...row })
    .run()
  return id
}

test('what still waits is found behind any number of newer invitations that are answered', async () => {
  const { db, owner, invited } = world()
  const invite = (bidDeadline: number, answer: Partial<Row> = {}) => {
    const { id: projectId } = createOpenProject(owner, { bidDeadline })
    const invitationId = addInvitation(db, {
      ...{ projectId, companyId: invited.company.id, invitedBy: owner.actor.id },
      ...answer,
    })
    return { projectId, invitationId }
  }
  const later = invite(testNow + 9 * day)
  const soon = invite(testNow + 2 * day)
  const answered = invite(testNow + 2 * day)
  createBid(invited, { ...bidInput(invited, answered.projectId), projectId: answered.projectId, submit: true })
  for (let count = 0; count < 120; count += 1) invite(testNow + 3 * day, { status: 'declined', reason: 'No' })
  expect(listOpenInvitations(invited, 10).map(({ id }) => id)).toEqual([soon.invitationId, later.invitationId])
  expect(getInvitationToDecline(invited, later.invitationId)?.id).toBe(later.invitationId)
  const pages = [1, 2, 3, 4].map((page) => listReceivedInvitations(invited, page))
  expect(pages.map(({ rows, isMore }) => [rows.length, isMore])).toEqual([
    [50, true],
    [50, true],
    [23, false],
    [0, false],
  ])
  expect(pages[0]?.rows.slice(0, 2).map(({ id }) => id)).toEqual([soon.invitationId, later.invitationId])
  expect((await loadShell(invited, new Request('http://localhost/'))).waiting.invitations).toBe(2)
  declineInvitation(invited, { invitationId: later.invitationId, reason: 'No crew' })
  expect((await loadShell(invited, new Request('http://localhost/'))).waiting.invitations).toBe(1)
  expect((await loadShell(owner, new Request('http://localhost/'))).waiting.invitations).toBe(0)
})

test('withdrawing makes no room: nobody mails more companies than a project may invite', () => {
  const { db, owner, invited } = world()
  const { id: projectId } = createOpenProject(owner)
  const others = Array.from({ length: inviteLimits.perProject }, () => createPerson(db))
  for (const { company } of others) addInvitation(db, { projectId, companyId: company.id, invitedBy: owner.actor.id })
  db.update(companies).set({ inDirectory: true }).run()
  const [first] = others
  const row = db.select().from(projectInvitations).all()[0]
  withdrawInvitation(owner, { invitationId: row?.id ?? '' })
  const invite = (companyId: string) => inviteCompanies(owner, { projectId, companyIds: [companyId] })
  expect(() => invite(invited.company.id)).toThrow('invitations:refused.tooMany')
  expect(invite(first?.company.id ?? '')).toEqual({ invited: 1 })
})

test('counting them begins with the company, not with the open projects of everybody', () => {
  const plan = testDatabase()
    .$client.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${openInvitations.text}`)
    .all({ company: newId(), now: testNow })
  const details = plan.map(({ detail }) => detail)
  expect(details).toContainEqual(expect.stringContaining('SEARCH i USING INDEX project_invitations_invited'))
  expect(details.filter((detail) => detail.includes('projects_deadline'))).toEqual([])
})
