import { eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, text } from '#db/fields.server.ts'
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

const isWaiting = `p.status = 'open' AND p.bid_deadline > :now AND i.status = 'sent' AND NOT EXISTS (${ownBid()})`

function ownBid(): string {
  return `SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = :company
          AND b.submitted_at IS NOT NULL AND b.status <> 'withdrawn'`
}

const of = { company: companies.id, now: integer }
const receivedRow = {
  ...columns(projectInvitations, 'id', 'note', 'status', 'reason', 'invitedAt'),
  projectId: projects.id,
  ...columns(projects, 'title', 'location', 'invitedOnly', 'bidDeadline', 'timeZone'),
  projectStatus: projects.status,
  client: companies.name,
  hasBid: boolean,
}
const selectReceived = `SELECT i.id, i.note, i.status, i.reason, i.invited_at AS invitedAt, p.id AS projectId, p.title, p.location,
          p.invited_only AS invitedOnly, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone, p.status AS projectStatus,
          c.name AS client, EXISTS (${ownBid()}) AS hasBid
   FROM project_invitations i JOIN projects p ON p.id = i.project_id JOIN companies c ON c.id = p.company_id
   WHERE i.company_id = :company AND i.status <> 'withdrawn'`

const received = {
  page: sql(
    { params: { ...of, limit: integer, offset: integer }, row: receivedRow },
    `${selectReceived} ORDER BY ${isWaiting} DESC, CASE WHEN ${isWaiting} THEN p.bid_deadline END, i.id DESC LIMIT :limit OFFSET :offset`,
  ),
  waiting: sql(
    { params: { ...of, limit: integer }, row: receivedRow },
    `${selectReceived} AND ${isWaiting} ORDER BY p.bid_deadline, i.id LIMIT :limit`,
  ),
  one: sql(
    { params: { company: companies.id, id: projectInvitations.id }, row: receivedRow },
    `${selectReceived} AND i.id = :id`,
  ),
}

/** CROSS JOIN keeps the order (https://www.sqlite.org/optoverview.html#crossjoin): SQLite would walk the open projects of everybody. */
export const openInvitations = sql(
  { params: of, row: { count: integer } },
  `SELECT count(*) AS count FROM (SELECT 1 FROM project_invitations i CROSS JOIN projects p ON p.id = i.project_id
   WHERE i.company_id = :company AND ${isWaiting} LIMIT 100)`,
)

export type ReceivedInvitation = RowOf<typeof received.page> & { takesBids: boolean; canDecline: boolean }

const pageSize = 50

/** The company whose invitations the caller may see: a person needs the right to read both projects and bids. */
const invitedCompany = (ctx: Context) => (can(ctx, 'projects.read') ? companyInScope(ctx, 'bids.read') : '')

function withAnswers(ctx: Context, row: RowOf<typeof received.page>): ReceivedInvitation {
  const project = { status: row.projectStatus, bidDeadline: row.bidDeadline }
  const facts = { takesBids: takesBids(project, ctx.now), hasBid: row.hasBid }
  const canDecline = invitationMachine.allowed(row.status, 'invited', facts).includes('decline')
  return { ...row, takesBids: facts.takesBids, canDecline: canDecline && can(ctx, 'bids.decline') }
}

/** A page (from 1) of the invitations of the caller's company: those that wait for it by their deadlines, then the newest. */
export function listReceivedInvitations(ctx: Context, page = 1): { rows: ReceivedInvitation[]; isMore: boolean } {
  const place = { limit: pageSize + 1, offset: (page - 1) * pageSize }
  const rows = received.page.all(ctx.db, { company: invitedCompany(ctx), now: ctx.now, ...place })
  return { rows: rows.slice(0, pageSize).map((row) => withAnswers(ctx, row)), isMore: rows.length > pageSize }
}

/** The invitations that wait for the caller's company: neither declined nor answered by a bid, by their deadlines. */
export const listOpenInvitations = (ctx: Context, limit: number): ReceivedInvitation[] =>
  received.waiting
    .all(ctx.db, { company: invitedCompany(ctx), now: ctx.now, limit })
    .map((row) => withAnswers(ctx, row))

/** How many they are, counted up to 100. Every workspace page asks this. */
export const countOpenInvitations = (ctx: Context): number =>
  openInvitations.one(ctx.db, { company: invitedCompany(ctx), now: ctx.now }).count

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

const listed = sql(
  {
    params: { ids: list(companies.id), company: companies.id },
    row: { ...columns(companies, 'id', 'name', 'city', 'country'), businessId: nullable(text) },
  },
  `SELECT c.id, c.name, c.city, c.country, CASE WHEN c.business_id_disputed THEN NULL ELSE c.business_id END AS businessId
   FROM companies c WHERE c.id IN (SELECT value FROM json_each(:ids)) AND c.in_directory AND c.id <> :company
   ORDER BY c.name COLLATE NOCASE, c.id`,
)

const earlierBidders = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: { ...columns(companies, 'id', 'name', 'city', 'country'), businessId: nullable(text) },
  },
  `SELECT c.id, c.name, c.city, c.country, CASE WHEN c.business_id_disputed THEN NULL ELSE c.business_id END AS businessId
   FROM projects p JOIN projects o ON o.id = p.continues_project_id AND o.status = 'terminated' AND o.company_id = p.company_id
   JOIN bids b ON b.project_id = o.id AND b.status = 'not_selected' JOIN companies c ON c.id = b.company_id
   WHERE p.id = :project AND p.company_id = :company ORDER BY c.name COLLATE NOCASE, c.id LIMIT 50`,
)

/** Who had bid on the terminated project whose rest the caller's project tenders (PROJ-27): they are invited without being in the directory. */
export const listEarlierBidders = (ctx: CompanyContext, projectId: string, db: Database | Transaction = ctx.db) =>
  can(ctx, 'bids.read') ? earlierBidders.all(db, { project: projectId, company: ctx.company.id }) : []

export type ListedCompany = RowOf<typeof found>
export type Directory = { q: string; companies: readonly ListedCompany[]; isMore: boolean }

/**
 * Searches the directory: companies that chose to be in it, by the beginnings of words of their name, business id and city. Those that
 * were chosen before stay, on top. `isMore`: there are more than are shown.
 */
export function searchDirectory(ctx: CompanyContext, q: string, chosenIds: readonly string[] = []): Directory {
  if (!can(ctx, 'projects.invite')) return { q, companies: [], isMore: false }
  const company = ctx.company.id
  const chosen = listed.all(ctx.db, { ids: [...chosenIds], company })
  const words = q.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
  const match = words.map((word) => `"${word}"*`).join(' AND ')
  const rows = match === '' ? [] : found.all(ctx.db, { match, company, limit: maxFound + 1 })
  const others = rows.slice(0, maxFound).filter(({ id }) => !chosen.some((one) => one.id === id))
  return { q, companies: [...chosen, ...others], isMore: rows.length > maxFound }
}

/** An invitation of the caller's company that it can decline, or null. */
export function getInvitationToDecline(ctx: Context, id: string): ReceivedInvitation | null {
  const row = received.one.first(ctx.db, { company: invitedCompany(ctx), id })
  const invitation = row && withAnswers(ctx, row)
  return invitation?.canDecline ? invitation : null
}

const invitedAny = sql(
  { params: { project: projects.id }, row: { found: boolean } },
  `SELECT EXISTS (SELECT 1 FROM project_invitations WHERE project_id = :project AND status <> 'withdrawn') AS found`,
)

/** Whether an open project by invitation has nobody invited, so that nobody can bid on it. */
export const lacksInvitations = (
  ctx: Context,
  project: { id: string; status: string; invitedOnly: boolean },
): boolean => project.status === 'open' && project.invitedOnly && !invitedAny.one(ctx.db, { project: project.id }).found

/** Whether the caller's company is in the directory. */
export const isInDirectory = (ctx: CompanyContext): boolean =>
  ctx.db.select({ listed: companies.inDirectory }).from(companies).where(eq(companies.id, ctx.company.id)).get()
    ?.listed ?? false
