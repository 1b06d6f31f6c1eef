import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inviteMember } from '#app/features/team/invite-member.server.ts'
import { leaveCompany } from '#app/features/team/leave-company.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies, companyInvitations, companyMembers, users } from '#db/schema/accounts.ts'
import { createVisitor, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { acceptInvite } from './accept-invite.server.ts'
import type { CompanyContext } from './context.ts'
import { deleteOldInvitations } from './delete-old-invitations.server.ts'
import { joinCompany } from './join-company.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { listSessions } from './queries.server.ts'

const day = 24 * 3_600_000
const email = 'ines@example.org'
let db: Database
let owner: CompanyContext
beforeEach(() => {
  db = testDatabase()
  owner = createPerson(db)
})

const invite = async (to = email) => {
  await inviteMember(owner, { name: 'Ines Invited', email: to, companyRole: 'manager' })
  return mailedToken(db, 'invite')
}
const later = (ms: number) => createVisitor(db, { now: testNow + ms })
const invited = () => db.select().from(users).where(eq(users.email, email)).all()
const membership = (userId: string) => db.select().from(companyMembers).where(eq(companyMembers.userId, userId)).get()

/** Somebody on their own, as everybody is after leaving a company. */
function createLoner(): CompanyContext {
  const ctx = createPerson(db, { role: 'user' })
  db.update(companies).set({ kind: 'individual' }).where(eq(companies.id, ctx.company.id)).run()
  return { ...ctx, company: { ...ctx.company, kind: 'individual' } }
}

describe('accepting an invitation without an account', () => {
  it('creates one, verified and in the company, once in twenty parallel attempts', async () => {
    const token = await invite()
    const tries = Array.from({ length: 20 }, () => acceptInvite(later(7 * day - 1), { token, password: testPassword }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [user, ...others] = invited()
    expect(others).toEqual([])
    expect(user).toMatchObject({ status: 'active', role: 'enterprise', emailVerifiedAt: testNow + 7 * day - 1 })
    expect(await verifyPassword(user?.passwordHash ?? null, testPassword)).toBe(true)
    expect(membership(user?.id ?? '')).toMatchObject({ companyId: owner.company.id, role: 'manager' })
    expect(recorded(db, 'company.members.changed')).toEqual([{ companyId: owner.company.id }])
  })

  it('refuses a link that has expired or is wrong, and short passwords', async () => {
    const token = await invite()
    const refused = (ctx: ReturnType<typeof later>, input: { token: string; password: string }) =>
      expect(acceptInvite(ctx, input)).rejects.toMatchObject({ code: 'invalid' })
    await refused(later(7 * day), { token, password: testPassword })
    await refused(later(0), { token: `${token}x`, password: testPassword })
    await refused(later(0), { token, password: 'xq5z1' })
    expect(invited()).toEqual([])
  })

  it('never takes over an account of the address, and stays pending for it', async () => {
    const token = await invite(owner.actor.email.replace('@', '.other@'))
    const known = createPerson(db)
    db.update(companyInvitations).set({ email: known.actor.email }).run()
    await expect(acceptInvite(later(0), { token, password: 'stolen from here' })).rejects.toMatchObject({
      text: { key: 'accounts:invite.hasAccount' },
    })
    expect(db.select().from(companyInvitations).all()).toHaveLength(1)
  })
})

describe('accepting an invitation with an account', () => {
  it('moves the person, verifies the address, and ends their sessions', async () => {
    const loner = createLoner()
    db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, loner.actor.id)).run()
    await signedIn(loner)
    const token = await invite(loner.actor.email)
    expect(joinCompany(loner, { token })).toEqual({ company: owner.company.name })
    expect(membership(loner.actor.id)).toMatchObject({ companyId: owner.company.id, role: 'manager' })
    expect(db.select().from(users).where(eq(users.id, loner.actor.id)).get()).toMatchObject({
      role: 'enterprise',
      emailVerifiedAt: testNow,
    })
    expect(listSessions(loner)).toEqual([])
    expect(() => joinCompany(loner, { token })).toThrow('accounts:invite.tokenInvalid')
  })

  it('refuses other people, members of companies, owners of records, and admins; the invitation stays', async () => {
    const [loner, elsewhere, busy] = [createLoner(), createPerson(db), createLoner()]
    createDraft(busy)
    const token = await invite(loner.actor.email)
    expect(() => joinCompany(busy, { token })).toThrow('forbidden: accounts:join.otherAccount')
    expect(() => joinCompany(elsewhere, { token: 'a guess' })).toThrow('accounts:invite.tokenInvalid')
    const toElsewhere = await invite(elsewhere.actor.email)
    expect(() => joinCompany(elsewhere, { token: toElsewhere })).toThrow('conflict: accounts:join.leaveFirst')
    const toBusy = await invite(busy.actor.email)
    expect(() => joinCompany(busy, { token: toBusy })).toThrow('conflict: accounts:join.hasRecords')
    const admin = createAdmin(db)
    const toAdmin = await invite(admin.actor.email)
    expect(() => joinCompany(admin, { token: toAdmin })).toThrow('forbidden: accounts:join.admin')
    expect(db.select().from(companyInvitations).all()).toHaveLength(4)
  })
})

describe('leaving a company', () => {
  it('lets the person join another one', async () => {
    const member = createPerson(db, { company: owner.company, companyRole: 'member' })
    leaveCompany(member)
    const own = membership(member.actor.id)
    expect(own).toMatchObject({ role: 'owner' })
    expect(recorded(db, 'company.members.changed')).toEqual([{ companyId: owner.company.id }])
    const other = createPerson(db)
    await inviteMember(other, { name: 'Again', email: member.actor.email, companyRole: 'member' })
    const company = { id: own?.companyId ?? '', kind: 'individual' as const, name: member.actor.name }
    joinCompany({ ...member, company }, { token: mailedToken(db, 'invite') })
    expect(membership(member.actor.id)).toMatchObject({ companyId: other.company.id, role: 'member' })
  })

  it('is refused to the last owner and to individuals, also when two owners leave at once', () => {
    const second = createPerson(db, { company: owner.company, companyRole: 'owner' })
    leaveCompany(second)
    expect(() => leaveCompany(owner)).toThrow('conflict: team:refused.lastOwner')
    expect(() => leaveCompany(second)).toThrow('conflict')
    expect(() => leaveCompany(createLoner())).toThrow('conflict: team:leave.own')
    expect(membership(owner.actor.id)).toMatchObject({ companyId: owner.company.id, role: 'owner' })
  })
})

it('invitations that expired a month ago are deleted', async () => {
  await invite()
  expect(deleteOldInvitations(db, testNow + 37 * day - 1)).toBe(0)
  expect(deleteOldInvitations(db, testNow + 37 * day)).toBe(1)
})
