import { asc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import { projectAddenda } from '#db/schema/projects.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProjectCategory, ProjectStatus } from '#db/vocabulary/projects.ts'
import { type ProjectRole, projectVisibility } from './project.ts'
import { maxCounted, type ProjectFilter, pageSize } from './project-filter.ts'
import { listProjectLines, type ProjectLine } from './project-lines.server.ts'

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
  startDate: string | null
  endDate: string | null
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

const detailQuery = `
  SELECT p.id, p.company_id AS companyId, c.name AS companyName, p.title, p.description, p.category, p.location,
         p.budget_cents AS budgetCents, p.currency, p.status, p.bid_deadline AS bidDeadline, p.start_date AS startDate,
         p.end_date AS endDate, p.version, p.published_at AS publishedAt, p.bids_opened_at AS bidsOpenedAt,
         p.cancel_reason AS cancelReason, p.created_at AS createdAt, p.updated_at AS updatedAt,
         CASE
           WHEN p.company_id = @company THEN 'owner'
           WHEN EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = @company
                        AND b.status IN ('awarded', 'won', 'terminated')) THEN 'provider'
           WHEN EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = @company) THEN 'bidder'
           ELSE 'other'
         END AS role
  FROM projects p JOIN companies c ON c.id = p.company_id
  WHERE p.id = @id`

/** A project with its lines and addenda; null if it does not exist or is not visible to the caller. */
export function getProject(ctx: Context, id: string): ProjectDetail | null {
  if (!ctx.actor) return null
  const row = firstRow<Omit<ProjectDetail, 'lines' | 'addenda'>>(ctx.db, detailQuery, {
    id,
    company: ctx.company?.id ?? null,
  })
  if (!row || projectVisibility(row.status, row.role) === 'none') return null
  const addenda = ctx.db
    .select({
      id: projectAddenda.id,
      version: projectAddenda.version,
      summary: projectAddenda.summary,
      createdAt: projectAddenda.createdAt,
    })
    .from(projectAddenda)
    .where(eq(projectAddenda.projectId, id))
    .orderBy(asc(projectAddenda.version))
    .all()
  return { ...row, lines: listProjectLines(ctx.db, id), addenda }
}

/** A project of the caller's own company, or null. */
export function getOwnProject(ctx: Context, id: string): ProjectDetail | null {
  const project = getProject(ctx, id)
  return project?.role === 'owner' ? project : null
}

export type ProjectListRow = {
  id: string
  title: string
  excerpt: string
  companyName: string
  category: ProjectCategory
  location: string
  budgetCents: number | null
  currency: Currency
  status: ProjectStatus
  bidDeadline: number
  /** Whether it belongs to the caller's company. */
  own: boolean
}

/** `total` stops counting at 1000; `isMore` says that there are more. */
export type Page<Row> = { rows: Row[]; total: number; isMore: boolean }

/** A page of projects: everybody's open ones, or all of the caller's company. */
export function listProjects(ctx: Context, filter: ProjectFilter): Page<ProjectListRow> {
  if (!ctx.actor || (filter.scope === 'own' && !ctx.company)) return { rows: [], total: 0, isMore: false }
  const company = ctx.company?.id ?? null
  const exact = projectListQueries(filter, company)
  const isCommon = filter.q !== '' && countRows(ctx, exact) > maxCounted
  const { list, count, bindings } = isCommon ? exact : projectListQueries(filter, company, true)
  const offset = (filter.page - 1) * pageSize
  const rows = allRows<Omit<ProjectListRow, 'own'> & { own: number }>(ctx.db, list, {
    ...bindings,
    company,
    limit: pageSize,
    offset,
  })
  const counted = isCommon ? maxCounted + 1 : countRows(ctx, { count, bindings })
  return {
    rows: rows.map((row) => ({ ...row, own: row.own === 1 })),
    total: Math.min(counted, maxCounted),
    isMore: counted > maxCounted,
  }
}

function countRows(ctx: Context, { count, bindings }: Pick<ListQueries, 'count' | 'bindings'>): number {
  return firstRow<{ total: number }>(ctx.db, count, bindings)?.total ?? 0
}

const columns = `p.id, p.title, substr(p.description, 1, 160) AS excerpt, c.name AS companyName, p.category, p.location,
  p.budget_cents AS budgetCents, p.currency, p.status, p.bid_deadline AS bidDeadline, p.company_id IS @company AS own`

type ListQueries = { list: string; count: string; bindings: Record<string, string | null> }

/**
 * The SQL of a list. Without words, an index of the table covers it in the order of the list. With words, the full-text index
 * gives the newest matches first (sorted by deadline: the newest thousand matches). Whole words are read from the index only as
 * far as needed, but prefixes (`byPrefix`) are read completely, so they are used only for words with fewer than a thousand
 * matches.
 */
export function projectListQueries(filter: ProjectFilter, companyId: string | null, byPrefix = false): ListQueries {
  const match = fullTextQuery(filter, companyId, byPrefix)
  if (match) {
    const hits = (limit: string) =>
      `SELECT rowid AS seq FROM projects_fts WHERE projects_fts MATCH @match ORDER BY rowid DESC LIMIT ${limit}`
    const isByDeadline = filter.sort === 'deadline'
    return {
      list: `WITH hits AS MATERIALIZED (${hits(isByDeadline ? String(maxCounted) : '@limit OFFSET @offset')})
        SELECT ${columns} FROM hits CROSS JOIN project_search s ON s.seq = hits.seq
        CROSS JOIN projects p ON p.id = s.project_id CROSS JOIN companies c ON c.id = p.company_id
        ORDER BY ${isByDeadline ? 'p.bid_deadline LIMIT @limit OFFSET @offset' : 'hits.seq DESC'}`,
      count: `SELECT count(*) AS total FROM (${hits(String(maxCounted + 1))})`,
      bindings: { match },
    }
  }
  const { status, category } = filter
  const conditions = [
    filter.scope === 'own' ? 'p.company_id = @owner' : `p.status = 'open'`,
    status && 'p.status = @status',
    category && 'p.category = @category',
  ].filter(Boolean)
  const from = `FROM projects p INDEXED BY ${indexFor(filter)}`
  const where = `WHERE ${conditions.join(' AND ')}`
  return {
    list: `SELECT ${columns} ${from} CROSS JOIN companies c ON c.id = p.company_id ${where}
      ORDER BY ${filter.sort === 'deadline' ? 'p.bid_deadline' : 'p.id DESC'} LIMIT @limit OFFSET @offset`,
    count: `SELECT count(*) AS total FROM (SELECT 1 ${from} ${where} LIMIT ${maxCounted + 1})`,
    bindings: {
      ...(filter.scope === 'own' && { owner: companyId }),
      ...(status && { status }),
      ...(category && { category }),
    },
  }
}

/** The index in the order of the list. Named in the query, so that a growing table cannot change the plan. */
function indexFor({ scope, status, category, sort }: ProjectFilter): string {
  if (scope === 'open') {
    if (sort === 'deadline') return category ? 'projects_category_deadline' : 'projects_deadline'
    return category ? 'projects_category' : 'projects_status'
  }
  if (sort === 'deadline') return status ? 'projects_company_status_deadline' : 'projects_company_deadline'
  if (status) return 'projects_company'
  return category ? 'projects_company_category' : 'projects_company_all'
}

/** The full-text query: every word, within the scope. Null without words. */
function fullTextQuery(
  { scope, status, category, q }: ProjectFilter,
  companyId: string | null,
  byPrefix: boolean,
): string | null {
  const words = q.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
  if (words.length === 0) return null
  const wanted = words.map((word) => (byPrefix && word.length > 1 ? `"${word}"*` : `"${word}"`))
  const within = [
    scope === 'own' ? `c${companyId?.replaceAll('-', '')}` : 'sopen',
    status && `s${status}`,
    category && `k${category.replaceAll('_', '')}`,
  ].flatMap((word) => (word ? [`"${word}"`] : []))
  return `{title description location} : (${wanted.join(' AND ')}) AND scope : (${within.join(' AND ')})`
}
