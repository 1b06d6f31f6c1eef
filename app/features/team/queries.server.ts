import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { canChangeCompanyRole } from '#app/features/accounts/permissions.ts'
import { can, rightsOf } from '#app/features/accounts/require-right.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import {
  authenticatorApps,
  companies,
  companyInvitations,
  companyMembers,
  userModulePermissions,
  users,
} from '#db/schema/accounts.ts'
import { type CompanyRole, companyRoles } from '#db/vocabulary/accounts.ts'
import { countOwners } from './require-role-change.server.ts'

const pageSize = 50

export type MemberFilter = { q?: string | undefined; page?: number | undefined }

/** A page of 50 active members by name, with the total number of matches and the changes the actor may make to each. */
export function listMembers(ctx: CompanyContext, { q = '', page = 1 }: MemberFilter = {}) {
  const wanted = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const matches = (column: typeof users.name | typeof users.email | typeof users.jobTitle) =>
    sql`${column} LIKE ${wanted} ESCAPE '\\'`
  const shown = and(
    eq(companyMembers.companyId, ctx.company.id),
    q.trim() ? or(matches(users.name), matches(users.email), matches(users.jobTitle)) : undefined,
  )
  const { id, name, email, jobTitle, status } = users
  const members = ctx.db
    .select({ id, name, email, jobTitle, status, companyRole: companyMembers.role, joinedAt: companyMembers.joinedAt })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(shown)
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(pageSize)
    .offset((Math.min(Math.max(page, 1), 200) - 1) * pageSize)
    .all()
  const total = ctx.db
    .select({ total: count() })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(shown)
    .get()
  const changes = allowedChanges(ctx)
  return {
    members: members.map((member) => ({ ...member, ...changes(member) })),
    total: total?.total ?? 0,
    pageSize,
  }
}

/** The roles that the actor may invite people with; none if they may not invite. */
export function inviteRoles(ctx: CompanyContext): CompanyRole[] {
  return can(ctx, 'team.invite') ? changesOf(ctx)({ from: 'member', to: companyRoles }) : []
}

/**
 * Returns, for a member, the roles the actor may give them (including the current one) and whether the actor may remove them.
 */
function allowedChanges(ctx: CompanyContext) {
  const changes = changesOf(ctx)
  const mayChange = can(ctx, 'team.changeRole')
  const mayRemove = can(ctx, 'team.remove')
  return ({ id, companyRole: from }: { id: string; companyRole: CompanyRole }) => ({
    roles: mayChange ? changes({ from, to: companyRoles }) : [],
    removable: mayRemove && id !== ctx.actor.id && changes({ from, to: [null] }).length > 0,
  })
}

/** Returns, for a colleague's role, which new roles (null: removal) the actor may give them. */
function changesOf(ctx: CompanyContext) {
  const { companyRole: actor } = ctx.actor
  const owners = countOwners(ctx.db, ctx.company.id)
  return <To extends CompanyRole | null>({ from, to }: { from: CompanyRole; to: readonly To[] }): To[] =>
    actor === null || ctx.company.kind !== 'organization'
      ? []
      : to.filter((role) => canChangeCompanyRole({ actor, from, to: role, owners }))
}

/** The number of people in the company (including those invited), and how many of them can sign in. */
export function countTeam(ctx: CompanyContext): { total: number; active: number } {
  const active = sql<number>`coalesce(sum(${users.status} = 'active'), 0)`
  const members = ctx.db
    .select({ total: count(), active })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, ctx.company.id))
    .get() ?? { total: 0, active: 0 }
  const invited = ctx.db
    .select({ total: count() })
    .from(companyInvitations)
    .where(eq(companyInvitations.companyId, ctx.company.id))
    .get()
  return { total: members.total + (invited?.total ?? 0), active: members.active }
}

/** Invitations that nobody has accepted yet, the latest first. */
export function listInvites(ctx: CompanyContext) {
  const { id, name, email, createdAt, role, expiresAt } = companyInvitations
  return ctx.db
    .select({ id, name, email, createdAt, companyRole: role, expiresAt })
    .from(companyInvitations)
    .where(eq(companyInvitations.companyId, ctx.company.id))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize)
    .all()
}

/** A colleague's name and role, or null for people outside the company. */
export function getMember(ctx: CompanyContext, userId: string) {
  const { id, name, email } = users
  return (
    ctx.db
      .select({ id, name, email, companyRole: companyMembers.role })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.userId))
      .where(and(eq(companyMembers.companyId, ctx.company.id), eq(users.id, userId)))
      .get() ?? null
  )
}

/** A colleague's name and rights in the company, with reasons for refused ones; null for people outside the company. */
export function getMemberRights(ctx: CompanyContext, userId: string) {
  const member = getMember(ctx, userId)
  const person = ctx.db
    .select({ role: users.role, emailVerifiedAt: users.emailVerifiedAt, mustChangePassword: users.mustChangePassword })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!member || !person) return null
  const { mustChangePassword } = person
  const set = ctx.db
    .select({ module: userModulePermissions.module, access: userModulePermissions.access })
    .from(userModulePermissions)
    .where(and(eq(userModulePermissions.userId, userId), eq(userModulePermissions.companyId, ctx.company.id)))
    .all()
  const rights = rightsOf(ctx, {
    role: person.role,
    companyRole: member.companyRole,
    modules: Object.fromEntries(set.map(({ module, access }) => [module, access])),
    emailVerified: person.emailVerifiedAt !== null,
  })
  return { ...member, rights, mustChangePassword, hasTwoFactor: hasSecondFactor(ctx.db, userId) }
}

/** The settings of the actor's company, including an individual's own. */
export function getCompany(ctx: CompanyContext) {
  return ctx.db.select().from(companies).where(eq(companies.id, ctx.company.id)).get() ?? null
}

const without = sql<number>`coalesce(sum(NOT EXISTS (SELECT 1 FROM ${authenticatorApps}
  WHERE ${authenticatorApps.userId} = ${users.id} AND ${authenticatorApps.confirmedAt} IS NOT NULL)), 0)`

/** Whether the company requires a second factor of its people, whether the actor has one, and how many of its active people have none. */
export function getTwoFactorRule(ctx: CompanyContext): { required: boolean; isOn: boolean; without: number } {
  const people = ctx.db
    .select({ without })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.status, 'active')))
    .where(eq(companyMembers.companyId, ctx.company.id))
    .get()
  return {
    required: getCompany(ctx)?.twoFactorRequired ?? false,
    isOn: hasSecondFactor(ctx.db, ctx.actor.id),
    without: people?.without ?? 0,
  }
}
