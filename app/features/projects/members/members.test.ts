import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { shortlistBid } from '#app/features/bids/shortlist-bid.server.ts'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { membershipListener } from '#app/features/groups/membership-listener.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { listPossibleEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { type ProjectRole, projectRoles } from '#db/vocabulary/projects.ts'
import { type Deal, draftedDeal, sendAndSign, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { createDraft } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { listMyProjects } from './my-projects.server.ts'
import { getProjectTeam } from './project-team.server.ts'
import { withinProject } from './role-on-project.server.ts'
import { setProjectRole } from './set-project-role.server.ts'

let db: Database
let deal: Deal
let people: Record<ProjectRole | 'outside' | 'manager', CompanyContext>
const listeners = [notificationListener, membershipListener]
const colleague = (companyRole: 'member' | 'manager' = 'member') =>
  withPassword(createPerson(db, { company: deal.client.company, companyRole }))
const give = (person: CompanyContext, role: ProjectRole | null, by: CompanyContext = deal.client) =>
  setProjectRole(by, { projectId: deal.projectId, userId: person.actor.id, role })
const refusalOf = (run: () => unknown): string => {
  try {
    run()
    return 'done'
  } catch (error) {
    return (error as { text?: { key: string } }).text?.key ?? String(error)
  }
}
const deliver = () => {
  const dispatcher = startDispatcher(db, listeners)
  dispatcher.deliver()
  dispatcher.stop()
}
const toldOf = (text: string) =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.textKey, text))
    .all()
    .map(({ userId }) => Object.entries(people).find(([, { actor }]) => actor.id === userId)?.[0] ?? 'other')
    .sort()

beforeAll(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
  const [manager, outside] = [await colleague('manager'), await colleague()]
  people = { manager, outside } as typeof people
  for (const role of projectRoles) people[role] = await colleague()
  // Sets the listeners' cursors in the outbox before the events of the tests.
  startDispatcher(db, listeners).stop()
})

it('leaves everybody what they may do while nobody is on the team', () => {
  const { milestoneIds } = deal
  const act = () => approveMilestone(people.outside, { milestoneId: milestoneIds[0] ?? '' })
  expect(refusalOf(act)).toMatch(/^escrow:refused/)
  expect(withinProject(people.outside, deal.projectId)).toBe(people.outside)
})

it('narrows deeds, buttons and scoring by the role, for members of the company alone', () => {
  for (const role of projectRoles) give(people[role], role)
  const deeds: Record<string, (ctx: CompanyContext) => unknown> = {
    project: (ctx) => cancelProject(ctx, { projectId: deal.projectId, reason: 'Not needed' }),
    bid: (ctx) => shortlistBid(ctx, { bidId: deal.bidId }),
    contract: (ctx) => voidContract(ctx, { contractId: deal.contractId, reason: 'Wrong' }),
    escrow: (ctx) => approveMilestone(ctx, { milestoneId: deal.milestoneIds[0] ?? '' }),
  }
  const table = Object.entries({ ...people, owner: deal.client }).map(([name, ctx]) => {
    const acts = Object.entries(deeds).flatMap(([deed, run]) => {
      const refused = refusalOf(() => run(ctx))
      expect(refused).not.toBe('done')
      return refused === 'projectteam:refused.role' ? [] : [deed]
    })
    const own = withinProject(ctx, deal.projectId)
    const shown = [
      ...(can(own, 'projects.cancel') ? ['project'] : []),
      ...(can(own, 'bids.shortlist') ? ['bid'] : []),
      ...(can(own, 'contracts.void') ? ['contract'] : []),
      ...(can(own, 'escrow.approve') ? ['escrow'] : []),
    ]
    expect(shown, name).toEqual(acts)
    expect(can(own, 'bids.read')).toBe(true)
    const scores = listPossibleEvaluators(db, deal.client.company.id, deal.projectId).some(
      ({ id }) => id === ctx.actor.id,
    )
    const chooses = getProjectTeam(ctx, deal.projectId)?.mayManage
    return [name, ...acts, ...(scores ? ['scores'] : []), ...(chooses ? ['chooses'] : [])].join(' ')
  })
  expect(table.sort()).toEqual([
    'buyer project bid contract scores',
    'evaluator scores',
    'lead project bid contract escrow scores chooses',
    'manager project bid contract escrow scores chooses',
    'outside',
    'owner project bid contract escrow scores chooses',
    'reader',
    'supervisor contract escrow',
  ])
})

it('never widens what the company lets somebody do', () => {
  setModule(db, people.lead.actor.id, deal.client.company.id, 'escrow', 'none')
  const closed = { ...people.lead, actor: { ...people.lead.actor, modules: { escrow: 'none' as const } } }
  const act = () => approveMilestone(closed, { milestoneId: deal.milestoneIds[0] ?? '' })
  expect(refusalOf(act)).toBe('errors:moduleClosed')
  expect(can(withinProject(closed, deal.projectId), 'escrow.read')).toBe(false)
  setModule(db, people.lead.actor.id, deal.client.company.id, 'escrow', 'write')
})

it('is chosen by owners, managers and the lead, among the people of the company, and by no other company', () => {
  const stranger = createPerson(db)
  expect(refusalOf(() => give(people.outside, 'reader', people.buyer))).toBe('projectteam:refused.notManager')
  expect(refusalOf(() => give(people.outside, 'reader', stranger))).toBe('errors:notFound')
  expect(refusalOf(() => give(stranger, 'reader'))).toBe('errors:notFound')
  expect(refusalOf(() => give(deal.provider, 'reader'))).toBe('errors:notFound')
  expect(refusalOf(() => give(deal.provider, 'buyer', deal.provider))).toBe('validation:choice')
  give(deal.provider, 'supervisor', deal.provider)
  expect(getProjectTeam(people.reader, deal.projectId)?.others).toMatchObject([{ userId: deal.provider.actor.id }])
  expect(getProjectTeam(stranger, deal.projectId)).toBeNull()
  expect(listMyProjects(deal.provider)).toMatchObject([{ id: deal.projectId, role: 'supervisor' }])
  expect(listMyProjects(people.outside)).toEqual([])
})

it('tells of the project whom it concerns, and the person of their role', () => {
  deliver()
  expect(toldOf('projectRoleGiven').filter((name) => name !== 'other')).toEqual([...projectRoles].sort())
  const { contractId, projectId, milestoneIds, client, provider } = deal
  const parties = { clientCompanyId: client.company.id, providerCompanyId: provider.company.id }
  const event = {
    contractId,
    title: 'Walls',
    currency: 'EUR' as const,
    actorId: null,
    actorCompanyId: null,
    ...parties,
  }
  const milestone = { ...event, milestoneId: milestoneIds[0] ?? '', contractNumber: 'C-1', amountCents: 1 }
  record(db, 'milestone.funded', milestone)
  record(db, 'project.question_asked', { projectId, companyId: client.company.id, title: 'Walls' })
  record(db, 'contract.voided', { ...event, projectId, number: 'C-1', grossCents: 1 })
  deliver()
  expect(toldOf('milestoneFunded')).toEqual(['lead', 'other', 'supervisor'])
  expect(toldOf('questionAsked')).toEqual(['buyer', 'lead'])
  expect(toldOf('contractVoided')).toEqual(['buyer', 'lead', 'other', 'supervisor'])
})

it('makes the conversation that of the team, with owners and managers', () => {
  const open = (ctx: CompanyContext) => openSubjectConversation(ctx, { subject: 'project', id: deal.projectId })
  expect(refusalOf(() => open(people.outside))).toBe('chatrefused:notFound')
  const { conversationId } = open(people.reader)
  const members = () =>
    db
      .select()
      .from(conversationMembers)
      .where(eq(conversationMembers.conversationId, conversationId))
      .all()
      .filter(({ leftAt }) => leftAt === null)
      .map(({ userId }) => userId)
  expect(members()).toHaveLength(projectRoles.length + 2)
  give(people.outside, 'reader')
  deliver()
  expect(members()).toContain(people.outside.actor.id)
  give(people.outside, null)
  deliver()
  expect(members()).not.toContain(people.outside.actor.id)
})

it('mails a signed contract to whoever buys, beside owners and managers', async () => {
  const second = await draftedDeal(db, deal)
  setProjectRole(deal.client, { projectId: second.projectId, userId: people.buyer.actor.id, role: 'buyer' })
  setProjectRole(deal.client, { projectId: second.projectId, userId: people.reader.actor.id, role: 'reader' })
  await sendAndSign(second)
  deliver()
  const sent = db.select().from(mails).where(eq(mails.template, 'contractInForce')).all()
  const to = sent.map(({ recipient }) => recipient)
  expect(to).toEqual(expect.arrayContaining([people.buyer.actor.email, people.manager.actor.email]))
  expect(to).not.toContain(people.reader.actor.email)
})

it('keeps what was: a changed role is another row, and whoever leaves the company is on no team', () => {
  give(people.evaluator, 'reader')
  removeMember(deal.client, { userId: people.evaluator.actor.id })
  const rows = db.select().from(projectMembers).where(eq(projectMembers.userId, people.evaluator.actor.id)).all()
  expect(rows.map(({ role, endedAt }) => [role, endedAt !== null])).toEqual([
    ['evaluator', true],
    ['reader', true],
  ])
  const [first] = rows
  const change = () =>
    db
      .update(projectMembers)
      .set({ role: 'lead' })
      .where(eq(projectMembers.id, first?.id ?? ''))
      .run()
  expect(change).toThrow('changes no more')
  const remove = () =>
    db
      .delete(projectMembers)
      .where(eq(projectMembers.id, first?.id ?? ''))
      .run()
  expect(remove).toThrow('stays to be read')
  expect(getProjectTeam(deal.client, deal.projectId)?.history.length).toBe(projectRoles.length + 2)
  const actions = db.select().from(auditLog).all()
  expect(actions.filter(({ action }) => action === 'project.member_remove')).toHaveLength(1)
  const { id: projectId } = createDraft(deal.client)
  setProjectRole(deal.client, { projectId, userId: people.lead.actor.id, role: 'lead' })
  deleteDraft(deal.client, { projectId })
  expect(db.select().from(projectMembers).where(eq(projectMembers.projectId, projectId)).all()).toEqual([])
})
