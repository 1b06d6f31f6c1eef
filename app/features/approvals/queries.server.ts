import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { moduleOf } from '#app/features/accounts/rights.ts'
import { actsOnProjects } from '#app/features/projects/members/role-on-project.server.ts'
import { mandateRefusal, type Stake } from '#app/features/team/mandate.ts'
import { getMandates, refusalOfMandate } from '#app/features/team/mandates.server.ts'
import { projectModules } from '#app/features/team/project-role.ts'
import { AppError, type Message } from '#app/platform/errors.ts'
import { columns, integer, list, nullable, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { approvals } from '#db/schema/approvals.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type ApprovalAct, approvalActs } from '#db/vocabulary/approvals.ts'
import { type ApprovalAction, approvalMachine, approvalRules } from './approval.ts'
import { approversOf, listActors, loadApproval, standingOf } from './change-approval.server.ts'
import { pageSize } from './limits.ts'
import { projectsOfSubjects } from './project-of-request.server.ts'

const listed = {
  ...columns(approvals, 'id', 'act', 'title', 'amountCents', 'currency', 'askedAt', 'expiresAt', 'status', 'decidedAt'),
  asker: users.name,
  decider: nullable(users.name),
}
const scope = { company: companies.id, acts: list(oneOf(approvalActs)) }
const listColumns = `a.id, a.act, a.title, a.amount_cents AS amountCents, a.currency, a.asked_at AS askedAt,
  a.expires_at AS expiresAt, a.status, a.decided_at AS decidedAt, u.name AS asker, d.name AS decider`
const from = `FROM approvals a JOIN users u ON u.id = a.asked_by LEFT JOIN users d ON d.id = a.decided_by
  WHERE a.company_id = :company AND a.act IN (SELECT value FROM json_each(:acts))`

const pending = sql(
  { params: scope, row: listed },
  `SELECT ${listColumns} ${from} AND a.status = 'pending' ORDER BY a.id LIMIT ${pageSize}`,
)
const decided = sql(
  { params: { ...scope, start: integer }, row: listed },
  `SELECT ${listColumns} ${from} AND a.status <> 'pending' ORDER BY a.id DESC LIMIT ${pageSize} OFFSET :start`,
)
const countDecided = sql(
  { params: scope, row: { count: integer } },
  `SELECT count(*) AS count ${from} AND a.status <> 'pending'`,
)

export type ApprovalListItem = RowOf<typeof pending>

/** The acts whose requests somebody may see: those of modules that are open to them. */
const actsOpenTo = (ctx: CompanyContext): ApprovalAct[] =>
  approvalActs.filter((act) => can(ctx, approvalRules[act].readRight))

/** The company's requests that nobody has decided yet, the oldest first, and a page of the others, the latest first. */
export function listApprovals(ctx: CompanyContext, { page }: { page: number }) {
  const mine = { company: ctx.company.id, acts: actsOpenTo(ctx) }
  return {
    pending: pending.all(ctx.db, mine),
    decided: decided.all(ctx.db, { ...mine, start: (page - 1) * pageSize }),
    total: countDecided.one(ctx.db, mine).count,
  }
}

const toDecide = sql(
  {
    params: { ...scope, user: users.id, now: integer },
    row: columns(approvals, 'id', 'act', 'subjectId', 'title', 'amountCents', 'currency', 'expiresAt'),
  },
  `SELECT id, act, subject_id AS subjectId, title, amount_cents AS amountCents, currency, expires_at AS expiresAt FROM approvals
   WHERE company_id = :company AND act IN (SELECT value FROM json_each(:acts)) AND status = 'pending'
     AND asked_by <> :user AND expires_at > :now ORDER BY expires_at LIMIT ${pageSize}`,
)

/** The requests that the actor can approve, by their mandates and roles on projects of now, the soonest to expire first. */
export function listApprovalsToDecide(ctx: CompanyContext, limit: number) {
  const acts = actsOpenTo(ctx).filter((act) => can(ctx, approvalRules[act].right))
  const rows = toDecide.all(ctx.db, { company: ctx.company.id, acts, user: ctx.actor.id, now: ctx.now })
  if (rows.length === 0) return []
  const mandates = getMandates(ctx.db, ctx.company.id, ctx.actor.id)
  const covered = rows.filter((row) => mandates && !mandateRefusal(mandates[approvalRules[row.act].power], row))
  const projectOf = projectsOfSubjects(
    ctx.db,
    covered.map(({ subjectId }) => subjectId),
  )
  const actsOn = actsOnProjects(ctx, [...projectOf.values()])
  const open = covered.filter(({ act, subjectId }) => {
    const projectId = projectOf.get(subjectId)
    const module = projectModules.find((one) => one === moduleOf(approvalRules[act].right))
    return !projectId || !module || actsOn(projectId, module)
  })
  return open.slice(0, limit)
}

const names = sql(
  { params: { ids: list(users.id) }, row: columns(users, 'id', 'name') },
  'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(:ids))',
)

/** A request of the actor's company with what they may do about it now; null for whoever may not see it. */
export function getApproval(ctx: CompanyContext, id: string) {
  const row = found(() => loadApproval(ctx.db, ctx, id))
  if (!row) return null
  const { approvers, role, facts } = standingOf(ctx.db, row, ctx.actor.id, ctx.now)
  const people = names.all(ctx.db, { ids: [row.askedBy, row.decidedBy ?? ''] })
  const nameOf = (userId: string | null) => people.find((one) => one.id === userId)?.name ?? null
  const allowed = approvalMachine.allowed(row.status, role, facts)
  const next = approvalMachine.next(row.status, 'approve', role, facts)
  const actions: ApprovalAction[] = allowed.filter(
    (action) => action === 'withdraw' || can(ctx, approvalRules[row.act].right),
  )
  return {
    ...row,
    asker: nameOf(row.askedBy) ?? '',
    decider: nameOf(row.decidedBy),
    approvers: approvers.map(({ name }) => name),
    actions,
    /** Why the actor, who did not ask, cannot approve it; null where they can, or it is decided. */
    refusal: row.status === 'pending' && role === 'colleague' && !next.ok ? next.reason : null,
  }
}

function found<T>(load: () => T): T | null {
  try {
    return load()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

const open = sql(
  { params: { ...columns(approvals, 'companyId', 'act', 'subjectId') }, row: columns(approvals, 'id') },
  `SELECT id FROM approvals WHERE company_id = :companyId AND act = :act AND subject_id = :subjectId AND status = 'pending'`,
)

/** How the actor can do something that needs a mandate: alone, by asking for an approval, or not at all. */
export type Way = {
  /** Why not alone; null if they may. */
  refusal: Message | null
  /** The colleagues who can approve it, if it is above the actor's mandate; otherwise nobody. */
  approvers: string[]
  /** The request that waits for an approval already. */
  pendingId: string | null
}

/** @param stake what the act binds the company to now */
export function wayTo(ctx: CompanyContext, act: ApprovalAct, subjectId: string, stake: Stake): Way {
  const { power } = approvalRules[act]
  const companyId = ctx.company.id
  const refusal = refusalOfMandate(ctx.db, ctx, power, stake)
  const pendingId = open.first(ctx.db, { companyId, act, subjectId })?.id ?? null
  if (!refusal || refusal.key === 'team:mandate.refused.none') return { refusal, approvers: [], pendingId }
  const actors = listActors(ctx.db, { companyId, act, subjectId })
  const approvers = approversOf(actors, { act, askedBy: ctx.actor.id }, stake).map(({ name }) => name)
  return { refusal, approvers, pendingId }
}
