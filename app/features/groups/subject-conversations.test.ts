import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { draftedDeal, sentDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createDraft } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { membershipListener } from './membership-listener.server.ts'
import { openSubjectConversation } from './open-subject-conversation.server.ts'

let db: Database
let owner: CompanyContext
let worker: CompanyContext
let stranger: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  owner = createPerson(db)
  worker = await withPassword(createPerson(db, { company: owner.company, companyRole: 'member' }))
  stranger = createPerson(db)
  // Sets the listener's cursor in the outbox before the events of the test.
  startDispatcher(db, [membershipListener]).stop()
})

/** Delivers the events as a process does when it starts, or while it runs. */
function deliver(): void {
  const dispatcher = startDispatcher(db, [membershipListener])
  dispatcher.deliver()
  dispatcher.stop()
}

const members = (ctx: CompanyContext, id: string) =>
  getConversation(ctx, id)
    ?.members.map((member) => [member.id, member.role])
    .sort()
const roles = (...people: Array<[CompanyContext, 'admin' | 'member']>) =>
  people.map(([{ actor }, role]) => [actor.id, role]).sort()
const openTeam = (ctx: CompanyContext) => openSubjectConversation(ctx, { subject: 'company', id: ctx.company.id })

it('opens the same conversation of a company each time, with its active people', () => {
  const invited = createPerson(db, { company: owner.company, emailVerified: false })
  const disabled = createPerson(db, { company: owner.company })
  db.update(users).set({ status: 'disabled' }).where(eq(users.id, disabled.actor.id)).run()
  const { conversationId } = openTeam(worker)
  expect(openTeam(owner)).toEqual({ conversationId })
  expect(getConversation(owner, conversationId)).toMatchObject({
    type: 'team',
    name: owner.company.name,
    subject: { type: 'company', id: owner.company.id },
    memberCount: 2,
    clientName: null,
    lastMessage: { text: 'workCreated' },
    lastSeq: 1,
  })
  expect(members(owner, conversationId)).toEqual(roles([owner, 'admin'], [worker, 'member']))
  for (const ctx of [invited, disabled, stranger]) expect(getConversation(ctx, conversationId)).toBeNull()
})

it('adds new people and removes those who have gone, without telling them', () => {
  const { conversationId } = openTeam(owner)
  const project = createDraft(owner)
  const ofProject = openSubjectConversation(owner, { subject: 'project', id: project.id }).conversationId
  const newcomer = createPerson(db, { company: owner.company, companyRole: 'manager' })
  record(db, 'company.members.changed', { companyId: owner.company.id })
  deliver()
  for (const id of [conversationId, ofProject]) {
    expect(members(owner, id)).toEqual(roles([owner, 'admin'], [worker, 'member'], [newcomer, 'admin']))
    expect(getConversation(owner, id)?.lastMessage).toMatchObject({ text: 'memberJoined' })
  }
  removeMember(owner, { userId: worker.actor.id })
  deliver()
  for (const id of [conversationId, ofProject]) {
    expect(getConversation(worker, id)).toBeNull()
    expect(members(owner, id)).toEqual(roles([owner, 'admin'], [newcomer, 'admin']))
    expect(getConversation(owner, id)?.lastMessage).toMatchObject({ text: 'memberLeft' })
  }
})

it('removes a member at the next start if the process died before it could', () => {
  const group = createConversation(db, { members: [worker, owner] }).id
  const { conversationId } = openTeam(owner)
  const other = openTeam(stranger).conversationId
  removeMember(owner, { userId: worker.actor.id })
  // The next process finds the event, which the first one has not delivered.
  deliver()
  expect(getConversation(worker, conversationId)).toBeNull()
  expect(getConversation(worker, group)).not.toBeNull()
  expect(getConversation(stranger, other)).toMatchObject({ lastSeq: 1, memberCount: 1 })
})

it("has the people of both parties to a contract, and shows each the other party's name", async () => {
  const deal = await sentDeal(db)
  const colleague = await withPassword(createPerson(db, { company: deal.provider.company, companyRole: 'member' }))
  const { conversationId } = openSubjectConversation(colleague, { subject: 'contract', id: deal.contractId })
  expect(members(deal.client, conversationId)).toEqual(
    roles([deal.client, 'admin'], [deal.provider, 'admin'], [colleague, 'member']),
  )
  expect(getConversation(colleague, conversationId)).toMatchObject({
    type: 'client',
    name: 'Kitchen of the school',
    clientName: deal.client.company.name,
  })
  // Only the provider invoices: the client has nobody to name as buyer.
  expect(getConversation(deal.client, conversationId)?.clientName).toBeNull()
  removeMember(deal.provider, { userId: colleague.actor.id })
  deliver()
  expect(getConversation(colleague, conversationId)).toBeNull()
})

it('is one for a project and its contract', async () => {
  const deal = await sentDeal(db)
  const ofProject = openSubjectConversation(deal.client, { subject: 'project', id: deal.projectId })
  expect(openSubjectConversation(deal.provider, { subject: 'contract', id: deal.contractId })).toEqual(ofProject)
  expect(getConversation(deal.provider, ofProject.conversationId)?.type).toBe('client')
})

it('keeps apart what a company has said among its own people before the contract', async () => {
  const deal = await draftedDeal(db)
  const open = () => openSubjectConversation(deal.client, { subject: 'project', id: deal.projectId })
  const own = open()
  const title = getConversation(deal.client, own.conversationId)?.name ?? ''
  db.$client.prepare('UPDATE contracts SET title = ? WHERE id = ?').run(title, deal.contractId)
  sendContract(deal.client, { contractId: deal.contractId })
  expect(open()).toEqual(own)
  const shared = openSubjectConversation(deal.provider, { subject: 'contract', id: deal.contractId })
  expect(getConversation(deal.provider, shared.conversationId)?.name).toBe(title)
  for (const name of [0, 1].map(() => getConversation(deal.client, own.conversationId)?.name)) {
    expect(name).toBe(`${title} · ${deal.client.company.name}`)
    expect(open()).toEqual(own)
  }
  expect(getConversation(deal.provider, own.conversationId)).toBeNull()
})

it('follows the title of a project', () => {
  const { id } = createDraft(owner)
  const { conversationId } = openSubjectConversation(owner, { subject: 'project', id })
  db.$client.prepare('UPDATE projects SET title = ? WHERE id = ?').run('Sauna', id)
  openSubjectConversation(worker, { subject: 'project', id })
  expect(getConversation(owner, conversationId)?.name).toBe('Sauna')
})

it('is not found by people who cannot see what it belongs to', async () => {
  const drafted = await draftedDeal(db)
  const people = { client: owner, provider: await withPassword(stranger), admin: createAdmin(db) }
  const sent = await sentDeal(db, { ...people, client: await withPassword(owner) })
  const outsider = createPerson(db)
  const refused: Array<[CompanyContext, 'company' | 'project' | 'contract', string]> = [
    [outsider, 'company', owner.company.id],
    [outsider, 'project', sent.projectId],
    [outsider, 'contract', sent.contractId],
    [stranger, 'project', sent.projectId],
    [drafted.client, 'contract', drafted.contractId],
    [drafted.provider, 'contract', drafted.contractId],
    [owner, 'project', 'nothing'],
  ]
  for (const [ctx, subject, id] of refused)
    expect(() => openSubjectConversation(ctx, { subject, id })).toThrow(expect.objectContaining({ code: 'not_found' }))
  const { company: _, ...admin } = { ...people.admin, company: null }
  expect(() => openSubjectConversation({ ...admin, company: null }, { subject: 'company', id: '' })).toThrow('notFound')
})

it('is refused to an individual, who has no team', () => {
  db.update(companies).set({ kind: 'individual' }).where(eq(companies.id, stranger.company.id)).run()
  const alone = { ...stranger, company: { ...stranger.company, kind: 'individual' as const } }
  expect(() => openTeam(alone)).toThrow('noTeam')
})
