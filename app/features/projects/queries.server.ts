import { asc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectAddenda, projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProjectCategory, ProjectStatus, VatTreatment } from '#db/vocabulary/projects.ts'
import { fullTextQuery, type ProjectListRow, projectListQueries } from './list-queries.server.ts'
import { type ProjectRole, projectVisibility } from './project.ts'
import { maxCounted, type ProjectFilter, pageSize } from './project-filter.ts'
import { listProjectLines, type ProjectLine } from './project-lines.server.ts'
import { hasBid, isInvited } from './taking-part.server.ts'
import { prefixExpression } from './words-by-prefix.server.ts'

export type ProjectDetail = {
  id: string
  companyId: string
  companyName: string
  title: string
  description: string
  category: ProjectCategory
  location: string
  budgetCents: number | null
  currency: Currency
  status: ProjectStatus
  bidDeadline: number
  /** The zone (IANA) in which the deadline was set, if known. */
  timeZone: string | null
  startDate: string | null
  endDate: string | null
  vatTreatment: VatTreatment
  vatGround: string | null
  buyerDeductsVat: boolean
  /** The client states that it sells construction services other than occasionally (reverse charge). */
  sellsConstruction: boolean
  /** The bidder's shares of an over- and an under-run of target prices, in basis points; null without such a line. */
  overrunShareBp: number | null
  underrunShareBp: number | null
  /** The days that a significant addendum leaves for bids at least. */
  addendumDays: number
  /** Calendar days between the decision and the contract; 0 for none. */
  standstillDays: number
  variantTerms: string | null
  mayCloseEarly: boolean
  /** Only invited companies see it and bid on it. */
  invitedOnly: boolean
  /** Bidding closes by itself once all invited have bid or declined. */
  closesWhenAnswered: boolean
  /** The company's sample, which is never published (decision 174). */
  isSample: boolean
  version: number
  publishedAt: number | null
  bidsOpenedAt: number | null
  cancelReason: string | null
  createdAt: number
  /** Changes with every update; used to detect outdated forms. */
  updatedAt: number
  /** The caller's role towards the project. */
  role: ProjectRole
  lines: ProjectLine[]
  addenda: { id: string; version: number; summary: string; createdAt: number }[]
}

const projectDetail = sql(
  {
    params: { id: projects.id, company: nullable(companies.id) },
    row: {
      ...columns(projects, 'id', 'companyId', 'title', 'description', 'category', 'location', 'budgetCents'),
      ...columns(projects, 'currency', 'status'),
      ...columns(projects, 'bidDeadline', 'timeZone', 'startDate', 'endDate', 'version', 'publishedAt', 'bidsOpenedAt'),
      ...columns(projects, 'cancelReason', 'vatTreatment', 'vatGround', 'buyerDeductsVat', 'sellsConstruction'),
      ...columns(
        projects,
        'addendumDays',
        'mayCloseEarly',
        'invitedOnly',
        'closesWhenAnswered',
        'standstillDays',
        'variantTerms',
        'isSample',
      ),
      ...columns(projects, 'overrunShareBp', 'underrunShareBp'),
      ...columns(projects, 'createdAt', 'updatedAt'),
      companyName: companies.name,
      role: oneOf(['owner', 'provider', 'bidder', 'invited', 'other']),
    },
  },
  `SELECT p.id, p.company_id AS companyId, c.name AS companyName, p.title, p.description, p.category, p.location,
          p.budget_cents AS budgetCents, p.currency, p.status, p.bid_deadline AS bidDeadline,
          p.time_zone AS timeZone, p.start_date AS startDate,
          p.end_date AS endDate, p.version, p.published_at AS publishedAt, p.bids_opened_at AS bidsOpenedAt,
          p.cancel_reason AS cancelReason, p.vat_treatment AS vatTreatment, p.vat_ground AS vatGround,
          p.buyer_deducts_vat AS buyerDeductsVat,
          p.sells_construction AS sellsConstruction, p.addendum_days AS addendumDays, p.may_close_early AS mayCloseEarly,
          p.invited_only AS invitedOnly, p.closes_when_answered AS closesWhenAnswered, p.standstill_days AS standstillDays, p.variant_terms AS variantTerms, p.is_sample AS isSample,
          p.overrun_share_bp AS overrunShareBp, p.underrun_share_bp AS underrunShareBp,
          p.created_at AS createdAt, p.updated_at AS updatedAt,
          CASE
            WHEN p.company_id = :company THEN 'owner'
            WHEN EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = :company
                         AND b.status IN ('awarded', 'won', 'terminated')) THEN 'provider'
            WHEN ${hasBid} THEN 'bidder'
            WHEN p.published_at IS NOT NULL AND ${isInvited} THEN 'invited'
            ELSE 'other'
          END AS role
   FROM projects p JOIN companies c ON c.id = p.company_id
   WHERE p.id = :id`,
)

/** A project with its lines and addenda; null if it does not exist or is not visible to the caller. */
export function getProject(ctx: Context, id: string): ProjectDetail | null {
  if (!can(ctx, 'projects.read')) return null
  const row = projectDetail.first(ctx.db, {
    id,
    company: ctx.company?.id ?? null,
  })
  if (!row || projectVisibility(row, ctx.actor !== null && isAdmin(ctx.actor.role)) === 'none') return null
  return { ...row, lines: listProjectLines(ctx.db, id), addenda: listAddenda(ctx.db, id) }
}

function listAddenda(db: Database | Transaction, projectId: string): ProjectDetail['addenda'] {
  const { id, version, summary, createdAt } = projectAddenda
  return db
    .select({ id, version, summary, createdAt })
    .from(projectAddenda)
    .where(eq(projectAddenda.projectId, projectId))
    .orderBy(asc(version))
    .all()
}

/** A project with its lines and addenda, as for somebody without a part in it. Checks no right: the caller has. */
export function findProject(db: Database | Transaction, id: string): ProjectDetail | null {
  const row = projectDetail.first(db, { id, company: null })
  return row ? { ...row, lines: listProjectLines(db, id), addenda: listAddenda(db, id) } : null
}

/**
 * A project with its lines that the caller could read while it was open, or null: for the refused form of somebody who was
 * still filling it in when the bidding closed. Nothing but its status has changed since.
 */
export function getOncePublicProject(ctx: Context, id: string) {
  if (!can(ctx, 'projects.read')) return null
  const row = projectDetail.first(ctx.db, { id, company: ctx.company?.id ?? null })
  const wasReadable = row?.publishedAt && projectVisibility({ ...row, status: 'open' }) !== 'none'
  return wasReadable ? { ...row, lines: listProjectLines(ctx.db, id) } : null
}

/** A project of the caller's own company, or null. */
export function getOwnProject(ctx: Context, id: string): ProjectDetail | null {
  const project = getProject(ctx, id)
  return project?.role === 'owner' ? project : null
}

const continuation = sql(
  {
    params: { id: projects.id, company: companies.id },
    row: { ...columns(projects, 'id', 'title'), side: oneOf(['before', 'after']) },
  },
  `SELECT b.id, b.title, 'before' AS side FROM projects p JOIN projects b ON b.id = p.continues_project_id
   WHERE p.id = :id AND p.company_id = :company
   UNION ALL
   SELECT a.id, a.title, 'after' AS side FROM projects a INDEXED BY projects_continues
   WHERE a.continues_project_id = :id AND a.company_id = :company`,
)

/** The project that one continues, and those that continue it, for their company only: bidders learn nothing of it. */
export function listContinuation(ctx: Context, id: string): RowOf<typeof continuation>[] {
  return continuation.all(ctx.db, { id, company: companyInScope(ctx, 'projects.read') })
}

/** `total` stops counting at 1000; `isMore` says that there are more. */
export type Page<Row> = { rows: Row[]; total: number; isMore: boolean }

/** A page of projects: everybody's open ones, or all of the caller's company. */
export function listProjects(ctx: Context, filter: ProjectFilter): Page<ProjectListRow> {
  if (!can(ctx, 'projects.read') || (filter.scope === 'own' && !ctx.company))
    return { rows: [], total: 0, isMore: false }
  const { list, count } = projectListQueries(filter)
  const place = {
    company: ctx.company?.id ?? null,
    ...{ status: filter.status === 'running' ? null : filter.status, category: filter.category },
    limit: pageSize,
    offset: (filter.page - 1) * pageSize,
  }
  const exact = { ...place, match: fullTextQuery(filter, place.company) }
  const asTyped = filter.q === '' ? null : count.one(ctx.db, exact).total
  const isCommon = asTyped !== null && asTyped > maxCounted
  const byPrefix = () => fullTextQuery(filter, place.company, (word) => prefixExpression(ctx.db, word))
  const bindings = isCommon ? exact : { ...place, match: byPrefix() }
  const isCounted = asTyped !== null && bindings.match === exact.match
  const counted = isCounted ? asTyped : count.one(ctx.db, bindings).total
  const rows = counted === 0 ? [] : list.all(ctx.db, bindings)
  return { rows, total: Math.min(counted, maxCounted), isMore: counted > maxCounted }
}
