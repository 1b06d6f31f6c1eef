import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { autoApprovalAt } from '#app/features/escrow/milestone.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import type { Database } from '#db/client.server.ts'
import type { ProjectRole } from '#db/vocabulary/projects.ts'
import { fund, sentDeal, signedDeal, submitted } from '#tests/factories/deal.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { listWaiting } from './attention.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const kinds = (ctx: CompanyContext) => listWaiting(ctx).map(({ kind }) => kind)

it('names what a deal waits for, to the party that has to do it, step by step', async () => {
  const deal = await signedDeal(db)
  const [first = '', second = ''] = deal.milestoneIds
  const waits = () => [kinds(deal.client), kinds(deal.provider)]
  expect(waits()).toEqual([['payIn'], []])
  fund(deal, first)
  expect(waits()).toEqual([['payIn'], ['deliver']])
  submitted(deal, second)
  expect(waits()[0]).toContain('approve')
  const approve = listWaiting(deal.client).find(({ kind }) => kind === 'approve')
  expect(approve).toMatchObject({ to: `/milestones/${second}/approve`, at: autoApprovalAt(testNow), isStep: true })
  approveMilestone(deal.client, { milestoneId: second })
  expect(waits()[0]).toContain('release')
})

it('asks both parties to sign what was sent, and nobody else', async () => {
  const deal = await sentDeal(db)
  expect([kinds(deal.client), kinds(deal.provider)]).toEqual([['sign'], ['sign']])
  expect(kinds(createPerson(db))).toEqual([])
})

it('shows nothing that a colleague may not do', async () => {
  const deal = await signedDeal(db)
  submitted(deal, deal.milestoneIds[0] ?? '')
  const closed = {
    ...deal.client,
    actor: { ...deal.client.actor, companyRole: 'member' as const, modules: { escrow: 'read' as const } },
  }
  expect(kinds(closed)).toEqual([])
})

it('asks to chase an own invoice only once it is overdue', () => {
  const owner = createPerson(db)
  issuedInvoice(owner, { paymentTermDays: 7 })
  const later = (days: number) => ({ ...owner, now: testNow + days * day })
  expect([kinds(later(7)), kinds(later(9))]).toEqual([[], ['overdueInvoice']])
})

it('shows nothing that a role on the project keeps a colleague from', async () => {
  const deal = await signedDeal(db)
  const member = createPerson(db, { company: deal.client.company, companyRole: 'member' })
  expect(kinds(member)).toEqual(['payIn'])
  const give = (role: ProjectRole) =>
    setProjectRole(deal.client, { projectId: deal.projectId, userId: member.actor.id, role })
  give('reader')
  expect(kinds(member)).toEqual([])
  give('supervisor')
  expect(kinds(member)).toEqual(['payIn'])
})
