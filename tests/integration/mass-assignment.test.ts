// What a form does not ask for cannot be set by it: role, company, status, balance and the like as further fields (quality.md, Security).
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { clients } from '#db/schema/clients.ts'
import { projects } from '#db/schema/projects.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day as oneDay } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let victim: CompanyContext
let hostile: Record<string, string>
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  victim = createPerson(db, { now: Date.now() })
  const ids = { id: newId(), userId: victim.actor.id, ownerId: victim.actor.id, createdBy: victim.actor.id }
  const company = { companyId: victim.company.id, clientCompanyId: victim.company.id, 'company.id': victim.company.id }
  const named = { role: 'super_admin', 'actor.role': 'super_admin', companyRole: 'owner', kind: 'organization' }
  const state = { status: 'awarded', version: '9', emailVerifiedAt: '1', emailVerified: 'true', decidedAt: '1' }
  const money = { balance: '100000', balanceCents: '10000000', totalCents: '1', amountCents: '1', netCents: '1' }
  hostile = { ...ids, ...company, ...named, ...state, ...money }
})
afterAll(() => server.stop())

const day = (from: number) => new Date(Date.now() + from * oneDay).toISOString().slice(0, 10)

describe('fields that a form does not have change nothing', () => {
  it('when somebody signs up', async () => {
    const email = 'mass@example.org'
    const form = { accountType: 'individual', name: 'Mass Assigner', email, password: testPassword }
    const { status } = await server.ask('/signup', { form: { ...hostile, ...form, confirmPassword: testPassword } })
    expect(status).toBe(303)
    const user = db.select().from(users).where(eq(users.email, email)).get()
    expect(user).toMatchObject({ role: 'user', emailVerifiedAt: null, status: 'active' })
    expect(user?.id).not.toBe(hostile.id)
    const memberships = db
      .select()
      .from(companyMembers)
      .where(eq(companyMembers.userId, user?.id ?? ''))
      .all()
    expect(memberships).toHaveLength(1)
    expect(memberships[0]?.companyId).not.toBe(victim.company.id)
    const company = db
      .select()
      .from(companies)
      .where(eq(companies.id, memberships[0]?.companyId ?? ''))
      .get()
    expect(company?.kind).toBe('individual')
  })

  it('in one’s own profile', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const member = createPerson(db, { now: Date.now(), company: owner.company, companyRole: 'member' })
    const { cookie } = await signedIn(member)
    const of = (id: string) => db.select().from(users).where(eq(users.id, id)).get()
    const before = of(member.actor.id)
    const form = { name: 'New Name', phone: '', location: '', jobTitle: '', expectedVersion: '' }
    await server.ask('/profile', { cookie, form: { ...hostile, email: 'other@example.org', ...form } })
    const guarded = ({ id, role, status, email, emailVerifiedAt }: typeof users.$inferSelect) => [
      ...[id, role, status, email, emailVerifiedAt],
    ]
    const after = of(member.actor.id)
    expect(after?.name).toBe('New Name')
    expect(after && guarded(after)).toEqual(before && guarded(before))
    const own = and(eq(companyMembers.userId, member.actor.id), eq(companyMembers.companyId, owner.company.id))
    expect(db.select().from(companyMembers).where(own).get()?.role).toBe('member')
    expect(db.select().from(companyMembers).where(eq(companyMembers.userId, member.actor.id)).all()).toHaveLength(1)
  })

  it('in a new project, a new client and a new bid, which are drafts of whoever sends the form', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const bidder = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(owner)
    const project = {
      ...{
        submissionId: newId(),
        title: 'Roof',
        description: 'New',
        category: 'roofing',
        location: 'Espoo',
        budget: '1000',
      },
      ...{ bidDeadline: `${day(20)}T10:00`, vatTreatment: 'standard', addendumDays: '1' },
    }
    expect((await server.ask('/projects/new', { cookie, form: { ...hostile, ...project } })).status).toBe(303)
    const made = db.select().from(projects).where(eq(projects.companyId, owner.company.id)).all()
    expect(made).toMatchObject([{ status: 'draft', createdBy: owner.actor.id, bidsOpenedAt: null }])
    expect(made[0]?.id).not.toBe(hostile.id)

    const client = { submissionId: newId(), name: 'Ostaja Oy', country: 'FI' }
    expect((await server.ask('/clients/new', { cookie, form: { ...hostile, ...client } })).status).toBe(303)
    expect(db.select().from(clients).where(eq(clients.companyId, owner.company.id)).all()).toHaveLength(1)

    const { id: projectId } = createOpenProject(owner, { lines: [], bidDeadline: Date.now() + 10 * oneDay })
    const bid = { submissionId: newId(), amount: '500', approach: 'By hand', timelineWeeks: '3', outcome: 'draft' }
    const theirs = await server.ask(`/bids/new?project=${projectId}`, {
      ...(await signedIn(bidder)),
      form: { ...hostile, ...bid },
    })
    expect(theirs.status).toBe(303)
    expect(db.select().from(bids).where(eq(bids.projectId, projectId)).all()).toMatchObject([
      { companyId: bidder.company.id, status: 'draft' },
    ])
  })

  it('and nothing of the one whose ids were sent has changed', () => {
    const { id, ...company } = victim.company
    expect(db.select().from(companies).where(eq(companies.id, id)).get()).toMatchObject({ name: company.name })
    for (const table of [projects, clients, bids])
      expect(db.select().from(table).where(eq(table.companyId, id)).all()).toEqual([])
    expect(db.select().from(companyMembers).where(eq(companyMembers.companyId, id)).all()).toHaveLength(1)
  })
})
