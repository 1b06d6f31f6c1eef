// Fifty at once never exceed what a plan allows: each quota is asked inside the transaction that would exceed it.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { limitOfPlan, plans } from '#app/features/accounts/subscriptions/plan.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { bidInput, password, sentDeal } from '#tests/factories/deal.ts'
import { createPerson, subscribe, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, race, refusals, rounds, won } from '#tests/setup/race.ts'

const many = 50
let file: string
let db: Database
let remove: () => void
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
})
afterEach(() => remove())

const count = (sql: string, ...values: string[]) =>
  db.$client
    .prepare(sql)
    .pluck()
    .get(...values)
const calls = (ctx: UserContext, input: (index: number) => unknown): Call[] =>
  Array.from({ length: many }, (_, index) => ({ ctx, input: input(index) }))
const onPlanetary = () => {
  const person = createPerson(db)
  subscribe(db, person.company.id, { plan: 'planetary' })
  return person
}

it('the table of plans is that of the specification', () => {
  const active = (plan: (typeof plans)[number]['id']) => ({ status: 'active' as const, plan })
  const limits = plans.map(({ id }) =>
    (['projects', 'bids_per_month', 'active_contracts', 'users'] as const).map(
      (name) => limitOfPlan(active(id), name)?.limit ?? null,
    ),
  )
  expect(limits).toEqual([
    [3, 20, 5, 5],
    [null, null, null, 10],
    [null, null, null, 25],
    [null, null, null, null],
  ])
  const trial = { status: 'trialing', plan: 'cosmos' } as const
  expect(limitOfPlan(trial, 'bids_per_month')).toEqual({ limit: 5, since: 'trial' })
  expect(limitOfPlan(trial, 'users')).toBeNull()
})

it('projects: three of fifty are published', rounds, async () => {
  const owner = onPlanetary()
  const drafts = Array.from({ length: many }, () => createDraft(owner).id)
  const outcomes = await race(
    file,
    '#app/features/projects/publish-project.server.ts',
    'publishProject',
    calls(owner, (index) => ({ projectId: drafts[index] })),
  )
  expect([won(outcomes).length, refusals(outcomes)]).toEqual([3, { forbidden: many - 3 }])
  expect(count("SELECT count(*) FROM projects WHERE company_id = ? AND status = 'open'", owner.company.id)).toBe(3)
})

it('bids: twenty of fifty are submitted in a month, and five in a trial, whatever the month', rounds, async () => {
  const bidDeadline = testNow + 90 * day
  const projects = Array.from({ length: many }, () => createOpenProject(createPerson(db), { bidDeadline }).id)
  const submit = (bidder: UserContext) =>
    race(
      file,
      '#app/features/bids/create-bid.server.ts',
      'createBid',
      calls(bidder, (index) => ({ ...bidInput, projectId: projects[index], submit: true })),
    )
  const outcomes = await submit(onPlanetary())
  expect([won(outcomes).length, refusals(outcomes)]).toEqual([20, { forbidden: many - 20 }])
  const trying = createPerson(db)
  subscribe(db, trying.company.id, { status: 'trialing', plan: 'cosmos', trialStartedAt: testNow - 5 * day })
  const lastMonth = { ...trying, now: testNow - 3 * day }
  createBid(lastMonth, { ...bidInput, projectId: projects[0] ?? '', submit: true })
  const tried = await submit(trying)
  expect(won(tried)).toHaveLength(4)
  expect(count('SELECT count(*) FROM bids WHERE company_id = ?', trying.company.id)).toBe(5)
})

it('contracts: five of those that are signed at once come into force', rounds, async () => {
  const first = await sentDeal(db)
  const { client, provider } = first
  const deals = [first]
  while (deals.length < 8) deals.push(await sentDeal(db, first))
  subscribe(db, provider.company.id, { plan: 'planetary' })
  const sign = (ctx: UserContext) =>
    race(
      file,
      '#app/features/contracts/sign-contract.server.ts',
      'signContract',
      deals.map(({ contractId }) => ({ ctx, input: { contractId, typedName: ctx.actor.name, password } })),
    )
  await sign(client)
  const outcomes = await sign(provider)
  expect(won(outcomes)).toHaveLength(5)
  expect(count("SELECT count(*) FROM contracts WHERE status = 'active'")).toBe(5)
})

it('people: four of fifty are invited beside the owner', rounds, async () => {
  const owner = onPlanetary()
  const outcomes = await race(
    file,
    '#app/features/team/invite-member.server.ts',
    'inviteMember',
    calls(owner, (index) => ({ name: `Person ${index}`, email: `invited${index}@example.com`, companyRole: 'member' })),
  )
  expect(won(outcomes)).toHaveLength(4)
  expect(count('SELECT count(*) FROM company_invitations WHERE company_id = ?', owner.company.id)).toBe(4)
})
