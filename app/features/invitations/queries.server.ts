import { eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type InvitationAction, invitationMachine, maxFound } from './invitation.ts'
import { takesBids } from './invitation-access.server.ts'

const sent = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: {
      ...columns(projectInvitations, 'id', 'companyId', 'email', 'note', 'status', 'reason', 'invitedAt', 'changedAt'),
      companyName: nullable(companies.name),
    },
  },
  `SELECT i.id, i.company_id AS companyId, c.name AS companyName, i.email, i.note, i.status, i.reason,
          i.invited_at AS invitedAt, i.changed_at AS changedAt
   FROM project_invitations i JOIN projects p ON p.id = i.project_id LEFT JOIN companies c ON c.id = i.company_id
   WHERE i.project_id = :project AND p.company_id = :company ORDER BY i.id`,
)

export type SentInvitation = RowOf<typeof sent> & { actions: InvitationAction[] }

/**
 * The invitations to a project of the caller's company, in the order in which they were sent. Nothing of it depends on bids, of which
 * the client learns at the opening (BID-1).
 */
export function listSentInvitations(
  ctx: CompanyContext,
  project: { id: string; status: typeof projects.$inferSelect.status; bidDeadline: number },
): SentInvitation[] {
  const facts = { takesBids: takesBids(project, ctx.now) }
  return sent
    .all(ctx.db, { project: project.id, company: companyInScope(ctx, 'projects.read') })
    .map((row) => ({ ...row, actions: invitationMachine.allowed(row.status, 'owner', facts) }))
}

const received = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(projectInvitations, 'id', 'note', 'status', 'reason', 'invitedAt'),
      projectId: projects.id,
      ...columns(projects, 'title', 'location', 'invitedOnly', 'bidDeadline', 'timeZone'),
      projectStatus: projects.status,
      client: companies.name,
      hasBid: integer,
    },
  },
  `SELECT i.id, i.note, i.status, i.reason, i.invited_at AS invitedAt, p.id AS projectId, p.title, p.location,
          p.invited_only AS invitedOnly, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone, p.status AS projectStatus,
          c.name AS client,
          EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = :company
                  AND b.submitted_at IS NOT NULL AND b.status <> 'withdrawn') AS hasBid
   FROM project_invitations i JOIN projects p ON p.id = i.project_id JOIN companies c ON c.id = p.company_id
   WHERE i.company_id = :company AND i.status <> 'withdrawn'
   ORDER BY p.status = 'open' DESC, i.id DESC LIMIT 100`,
)

export type ReceivedInvitation = Omit<RowOf<typeof received>, 'hasBid'> & {
  hasBid: boolean
  takesBids: boolean
  canDecline: boolean
}

/** The invitations of the caller's company: those to open projects first, then the newest, 100 at most. */
export function listReceivedInvitations(ctx: Context): ReceivedInvitation[] {
  const company = can(ctx, 'projects.read') ? companyInScope(ctx, 'bids.read') : ''
  return received.all(ctx.db, { company }).map((row) => {
    const project = { status: row.projectStatus, bidDeadline: row.bidDeadline }
    const facts = { takesBids: takesBids(project, ctx.now), hasBid: row.hasBid === 1 }
    const canDecline = invitationMachine.allowed(row.status, 'invited', facts).includes('decline')
    return { ...row, ...facts, canDecline: canDecline && can(ctx, 'bids.decline') }
  })
}

/** The invitations that wait for the caller's company: neither declined nor answered by a bid, with the deadline (UTC ms). */
export const listOpenInvitations = (ctx: Context, limit: number): ReceivedInvitation[] =>
  listReceivedInvitations(ctx)
    .filter(({ takesBids, hasBid, status }) => takesBids && !hasBid && status === 'sent')
    .sort((a, b) => a.bidDeadline - b.bidDeadline)
    .slice(0, limit)

const found = sql(
  {
    params: { match: text, company: companies.id, limit: integer },
    row: { ...columns(companies, 'id', 'name', 'city', 'country'), businessId: nullable(text) },
  },
  `WITH hits AS MATERIALIZED (
     SELECT rowid AS seq FROM companies_fts WHERE companies_fts MATCH :match LIMIT 500)
   SELECT c.id, c.name, c.city, c.country, CASE WHEN c.business_id_disputed THEN NULL ELSE c.business_id END AS businessId
   FROM hits CROSS JOIN companies_search d ON d.seq = hits.seq CROSS JOIN companies c ON c.id = d.company_id
   WHERE c.in_directory AND c.id <> :company ORDER BY c.name COLLATE NOCASE, c.id LIMIT :limit`,
)

export type ListedCompany = RowOf<typeof found>

/**
 * Searches the directory: companies that chose to be in it, by the beginnings of words of their name, business id and city. `isMore`:
 * there are more than are shown.
 */
export function searchDirectory(ctx: CompanyContext, q: string): { companies: ListedCompany[]; isMore: boolean } {
  const words = q.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
  if (words.length === 0 || !can(ctx, 'projects.invite')) return { companies: [], isMore: false }
  const match = words.map((word) => `"${word}"*`).join(' AND ')
  const rows = found.all(ctx.db, { match, company: ctx.company.id, limit: maxFound + 1 })
  return { companies: rows.slice(0, maxFound), isMore: rows.length > maxFound }
}

/** An invitation of the caller's company that it can decline, or null. */
export function getInvitationToDecline(ctx: Context, id: string): ReceivedInvitation | null {
  return listReceivedInvitations(ctx).find((one) => one.id === id && one.canDecline) ?? null
}

/** Whether the caller's company is in the directory. */
export const isInDirectory = (ctx: CompanyContext): boolean =>
  ctx.db.select({ listed: companies.inDirectory }).from(companies).where(eq(companies.id, ctx.company.id)).get()
    ?.listed ?? false
