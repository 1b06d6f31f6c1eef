import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { canChangeCompanyRole } from '#app/features/accounts/permissions.ts'
import { can, rightsOf } from '#app/features/accounts/require-right.server.ts'
import { accountTokens, companies, companyMembers, userModulePermissions, users } from '#db/schema/accounts.ts'
import { type CompanyRole, companyRoles } from '#db/vocabulary/accounts.ts'
import { countOwners } from './require-role-change.server.ts'

const pageSize = 50

export type MemberFilter = { q?: string | undefined; page?: number | undefined }

/** The people of the company who have accepted, by name, 50 a page, with how many match and what the actor may do with each. */
export function listMembers(ctx: CompanyContext, { q = '', page = 1 }: MemberFilter = {}) {
  const wanted = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const matches = (column: typeof users.name | typeof users.email | typeof users.jobTitle) =>
    sql`${column} LIKE ${wanted} ESCAPE '\\'`
  const shown = and(
    eq(companyMembers.companyId, ctx.company.id),
    isNotNull(users.passwordHash),
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

/** The roles with which the actor may invite people; none for who may not invite. */
export function inviteRoles(ctx: CompanyContext): CompanyRole[] {
  return can(ctx, 'team.invite') ? changesOf(ctx)({ from: 'member', to: companyRoles }) : []
}

/** The roles that the actor may give somebody (their own among them), and whether they may take them out of the team. */
function allowedChanges(ctx: CompanyContext) {
  const changes = changesOf(ctx)
  const mayChange = can(ctx, 'team.changeRole')
  const mayRemove = can(ctx, 'team.remove')
  return ({ id, companyRole: from }: { id: string; companyRole: CompanyRole }) => ({
    roles: mayChange ? changes({ from, to: companyRoles }) : [],
    removable: mayRemove && id !== ctx.actor.id && changes({ from, to: [null] }).length > 0,
  })
}

/** Which of the new roles (null: out of the team) the actor may give to a colleague, by their own and the owners left. */
function changesOf(ctx: CompanyContext) {
  const { companyRole: actor } = ctx.actor
  const owners = countOwners(ctx.db, ctx.company.id)
  return <To extends CompanyRole | null>({ from, to }: { from: CompanyRole; to: readonly To[] }): To[] =>
    actor === null || ctx.company.kind !== 'organization'
      ? []
      : to.filter((role) => canChangeCompanyRole({ actor, from, to: role, owners }))
}

/** How many belong to the company (the invited ones, too), and how many of them can sign in. */
export function countTeam(ctx: CompanyContext): { total: number; active: number } {
  const active = sql<number>`coalesce(sum(${users.passwordHash} IS NOT NULL AND ${users.status} = 'active'), 0)`
  const counted = ctx.db
    .select({ total: count(), active })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, ctx.company.id))
    .get()
  return counted ?? { total: 0, active: 0 }
}

/** Who has not accepted their invitation yet, the latest first. */
export function listInvites(ctx: CompanyContext) {
  const { id, name, email, createdAt } = users
  return ctx.db
    .select({ id, name, email, createdAt, companyRole: companyMembers.role, expiresAt: accountTokens.expiresAt })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .leftJoin(accountTokens, and(eq(accountTokens.userId, users.id), eq(accountTokens.purpose, 'invite')))
    .where(and(eq(companyMembers.companyId, ctx.company.id), isNull(users.passwordHash)))
    .orderBy(desc(users.createdAt))
    .limit(pageSize)
    .all()
}

/** One colleague by name, or null for who does not belong to the company. */
export function getMember(ctx: CompanyContext, userId: string) {
  const { id, name, email } = users
  return (
    ctx.db
      .select({ id, name, email, companyRole: companyMembers.role })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.userId))
      .where(and(eq(companyMembers.companyId, ctx.company.id), eq(users.id, userId), isNotNull(users.passwordHash)))
      .get() ?? null
  )
}

/** One colleague by name, with what they may do in the company and why not what they may not; null as with `getMember`. */
export function getMemberRights(ctx: CompanyContext, userId: string) {
  const member = getMember(ctx, userId)
  const person = ctx.db
    .select({ role: users.role, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!member || !person) return null
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
  return { ...member, rights }
}

/** What the actor's company tells about itself, an individual's own included. */
export function getCompany(ctx: CompanyContext) {
  return ctx.db.select().from(companies).where(eq(companies.id, ctx.company.id)).get() ?? null
}
