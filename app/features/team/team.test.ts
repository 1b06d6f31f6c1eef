import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptInvite } from '#app/features/accounts/accept-invite.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listSessions } from '#app/features/accounts/queries.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { createVisitor, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { changeMemberRole } from './change-member-role.server.ts'
import { inviteMember } from './invite-member.server.ts'
import { countTeam, getMember, listInvites, listMembers } from './queries.server.ts'
import { removeMember } from './remove-member.server.ts'
import { resendInvite } from './resend-invite.server.ts'
import { revokeInvite } from './revoke-invite.server.ts'

let db: Database
let owner: CompanyContext
let manager: CompanyContext
let member: CompanyContext
let stranger: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  owner = createPerson(db)
  manager = createPerson(db, { company: owner.company, companyRole: 'manager' })
  member = createPerson(db, { company: owner.company, companyRole: 'member' })
  stranger = createPerson(db)
  for (const person of [owner, manager, member, stranger]) await givePassword(person)
})

const invitee = { name: 'Kaisa Uusi', email: 'kaisa@example.org', companyRole: 'member' as const }
const roleOf = (ctx: CompanyContext) =>
  db.select().from(companyMembers).where(eq(companyMembers.userId, ctx.actor.id)).get()?.role
const idOf = (ctx: CompanyContext) => ({ userId: ctx.actor.id })
const individual = (ctx: CompanyContext): CompanyContext => ({
  ...ctx,
  company: { ...ctx.company, kind: 'individual' },
})

describe('inviting', () => {
  it('mails a link, and makes no account before it is accepted', async () => {
    const { invitationId } = await inviteMember(owner, invitee)
    expect(listInvites(owner)).toMatchObject([{ id: invitationId, email: invitee.email, companyRole: 'member' }])
    expect(countTeam(owner)).toEqual({ total: 4, active: 3 })
    expect(db.select().from(users).where(eq(users.email, invitee.email)).all()).toEqual([])
    const { userId } = await acceptInvite(createVisitor(db), {
      token: mailedToken(db, 'invite'),
      password: testPassword,
    })
    expect(listInvites(owner)).toEqual([])
    expect(countTeam(owner)).toEqual({ total: 4, active: 4 })
    expect(getMember(owner, userId)).toMatchObject({ name: invitee.name, companyRole: 'member' })
    expect(verifyAudit(db)).toEqual({ rows: 2, brokenAt: null })
  })

  it('has no further effect when its form is submitted twice', async () => {
    const submissionId = newId()
    const first = await inviteMember(owner, { ...invitee, submissionId })
    expect(await inviteMember(owner, { ...invitee, submissionId })).toEqual(first)
    expect(db.select().from(mails).all()).toHaveLength(1)
  })

  it('refuses people who belong to the team or are already invited, and does not tell who else has an account', async () => {
    const refused = (email: string, key: string) =>
      expect(inviteMember(owner, { ...invitee, email })).rejects.toMatchObject({ field: 'email', text: { key } })
    await inviteMember(owner, { ...invitee, email: stranger.actor.email })
    await refused(member.actor.email, 'team:invite.alreadyMember')
    await inviteMember(owner, invitee)
    await refused(invitee.email, 'team:invite.alreadyInvited')
  })

  it('lets one of many concurrent invitations of one email win', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => inviteMember(owner, invitee)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is for owners and managers; managers cannot invite owners, and an individual has no team', async () => {
    await expect(inviteMember(member, invitee)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(inviteMember(manager, { ...invitee, companyRole: 'owner' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(inviteMember(individual(owner), invitee)).rejects.toMatchObject({ code: 'forbidden' })
    const user: CompanyContext = { ...owner, actor: { ...owner.actor, role: 'user' } }
    await expect(inviteMember(user, invitee)).rejects.toMatchObject({ code: 'forbidden' })
    await inviteMember(manager, { ...invitee, companyRole: 'manager' })
  })
})

describe('a pending invitation', () => {
  it('can be sent again with a new link, which invalidates the old one', async () => {
    const { invitationId } = await inviteMember(owner, invitee)
    const first = mailedToken(db, 'invite')
    await resendInvite(manager, { invitationId })
    await expect(acceptInvite(createVisitor(db), { token: first, password: testPassword })).rejects.toThrow()
    await acceptInvite(createVisitor(db), { token: mailedToken(db, 'invite'), password: testPassword })
    await expect(resendInvite(manager, { invitationId })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can be revoked, which invalidates its link and allows a new invitation', async () => {
    const { invitationId } = await inviteMember(owner, { ...invitee, companyRole: 'owner' })
    revokeInvite(owner, { invitationId })
    const token = mailedToken(db, 'invite')
    await expect(acceptInvite(createVisitor(db), { token, password: testPassword })).rejects.toThrow()
    expect(() => revokeInvite(owner, { invitationId })).toThrow('not_found')
    expect(listInvites(owner)).toEqual([])
    await inviteMember(owner, invitee)
  })

  it('is out of reach for other companies and for members', async () => {
    const { invitationId } = await inviteMember(owner, invitee)
    await expect(resendInvite(stranger, { invitationId })).rejects.toMatchObject({ code: 'not_found' })
    expect(() => revokeInvite(stranger, { invitationId })).toThrow('not_found')
    expect(() => revokeInvite(member, { invitationId })).toThrow('forbidden')
  })
})

describe('changing a role', () => {
  it('owners may change anybody, managers only members', () => {
    changeMemberRole(manager, { ...idOf(member), companyRole: 'manager' })
    expect(roleOf(member)).toBe('manager')
    expect(() => changeMemberRole(manager, { ...idOf(member), companyRole: 'member' })).toThrow('forbidden')
    changeMemberRole(owner, { ...idOf(member), companyRole: 'owner' })
    changeMemberRole(owner, { ...idOf(owner), companyRole: 'member' })
    expect([roleOf(owner), roleOf(member)]).toEqual(['member', 'owner'])
  })

  it('never demotes the last owner, and invited owners do not count', async () => {
    const demote = () => changeMemberRole(owner, { ...idOf(owner), companyRole: 'manager' })
    expect(demote).toThrow('conflict: team:refused.lastOwner')
    await inviteMember(owner, { ...invitee, companyRole: 'owner' })
    expect(demote).toThrow('conflict: team:refused.lastOwner')
    expect(roleOf(owner)).toBe('owner')
  })

  it('is refused to members and to other companies', () => {
    expect(() => changeMemberRole(member, { ...idOf(member), companyRole: 'owner' })).toThrow('forbidden')
    expect(() => changeMemberRole(stranger, { ...idOf(member), companyRole: 'manager' })).toThrow('not_found')
    expect(roleOf(member)).toBe('member')
  })
})

describe('removing a member', () => {
  it('gives them their own company, ends their sessions and notifies them', async () => {
    await signedIn(member)
    removeMember(manager, idOf(member))
    expect(getMember(owner, member.actor.id)).toBeNull()
    expect(listSessions(member)).toEqual([])
    const own = db.select().from(companyMembers).where(eq(companyMembers.userId, member.actor.id)).get()
    expect(own?.role).toBe('owner')
    expect(
      db
        .select()
        .from(companies)
        .where(eq(companies.id, own?.companyId ?? ''))
        .get(),
    ).toMatchObject({
      kind: 'individual',
      name: member.actor.name,
    })
    expect(db.select().from(mails).all()).toMatchObject([{ template: 'teamRemoved', recipient: member.actor.email }])
    expect(() => removeMember(manager, idOf(member))).toThrow('not_found')
  })

  it('refuses the last owner, a manager by a manager, and members of other companies', () => {
    expect(() => removeMember(owner, idOf(owner))).toThrow('conflict: team:refused.lastOwner')
    expect(() => removeMember(manager, idOf(manager))).toThrow('forbidden')
    expect(() => removeMember(manager, idOf(owner))).toThrow('forbidden')
    expect(() => removeMember(member, idOf(manager))).toThrow('forbidden')
    expect(() => removeMember(stranger, idOf(member))).toThrow('not_found')
    expect(countTeam(owner)).toEqual({ total: 3, active: 3 })
  })
})

describe('the list', () => {
  it('shows the actor’s company only, with the changes the actor may make', () => {
    const seen = (ctx: CompanyContext) =>
      listMembers(ctx).members.map(({ id, roles, removable }) => ({ id, roles, removable }))
    expect(seen(owner)).toEqual([
      { id: owner.actor.id, roles: ['owner'], removable: false },
      { id: manager.actor.id, roles: ['owner', 'manager', 'member'], removable: true },
      { id: member.actor.id, roles: ['owner', 'manager', 'member'], removable: true },
    ])
    expect(seen(manager).at(-1)).toEqual({ id: member.actor.id, roles: ['manager', 'member'], removable: true })
    expect(seen(member).every(({ roles, removable }) => roles.length === 0 && !removable)).toBe(true)
    expect(seen(stranger).map(({ id }) => id)).toEqual([stranger.actor.id])
  })

  it('searches names, emails and job titles, and escapes wildcards', () => {
    db.update(users).set({ name: '100%_Pia', jobTitle: 'Architect' }).where(eq(users.id, member.actor.id)).run()
    const search = (q: string) => listMembers(owner, { q }).members.map(({ id }) => id)
    expect(search('pia')).toEqual([member.actor.id])
    expect(search('%_p')).toEqual([member.actor.id])
    expect(search('archit')).toEqual([member.actor.id])
    expect(search(manager.actor.email)).toEqual([manager.actor.id])
    expect(search('0_P')).toEqual([])
  })
})
