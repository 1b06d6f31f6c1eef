import { boolean, columns, integer, nullable, text, type Values } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import {
  maxCounted,
  type ProjectFilter,
  type ProjectScope,
  type ProjectSort,
  type ProjectStatusFilter,
} from './project-filter.ts'

/** The columns of a list's row; the reader's company is `:company`. */
export const projectListColumns = `p.id, p.title, substr(p.description, 1, 160) AS excerpt, c.name AS companyName, p.category, p.location,
  p.budget_cents AS budgetCents, p.currency, p.status, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone,
  p.invited_only AS invitedOnly, p.is_sample AS isSample, p.company_id IS :company AS own`

const params = {
  company: nullable(companies.id),
  match: nullable(text),
  status: nullable(projects.status),
  category: nullable(projects.category),
  limit: integer,
  offset: integer,
}
export const projectListRow = {
  ...columns(projects, 'id', 'title', 'category', 'location', 'budgetCents', 'currency', 'status', 'bidDeadline'),
  ...columns(projects, 'timeZone', 'invitedOnly', 'isSample'),
  excerpt: text,
  companyName: companies.name,
  own: boolean,
}
/** `own`: it belongs to the caller's company. */
export type ProjectListRow = Values<typeof projectListRow>

const hits = (limit: string) =>
  `SELECT rowid AS seq FROM projects_fts WHERE projects_fts MATCH :match ORDER BY rowid DESC LIMIT ${limit}`
const foundQueries = (sort: ProjectSort) => ({
  list: sql(
    { params, row: projectListRow },
    `WITH hits AS MATERIALIZED (${hits(sort === 'deadline' ? String(maxCounted) : ':limit OFFSET :offset')})
       SELECT ${projectListColumns} FROM hits CROSS JOIN project_search s ON s.seq = hits.seq
       CROSS JOIN projects p ON p.id = s.project_id CROSS JOIN companies c ON c.id = p.company_id
       ORDER BY ${sort === 'deadline' ? 'p.bid_deadline LIMIT :limit OFFSET :offset' : 'hits.seq DESC'}`,
  ),
  count: sql({ params, row: { total: integer } }, `SELECT count(*) AS total FROM (${hits(String(maxCounted + 1))})`),
})
const found = { newest: foundQueries('newest'), deadline: foundQueries('deadline') }

/** What of a filter makes another statement; the rest is bound. */
type Variant = { scope: ProjectScope; sort: ProjectSort; byStatus: boolean; byCategory: boolean; isRunning?: boolean }

function listQueries(variant: Variant) {
  const { scope, sort, byStatus, byCategory, isRunning } = variant
  const from = `FROM projects p INDEXED BY ${indexFor(variant)}`
  const where = [
    scope === 'own' ? 'p.company_id = :company' : `p.status = 'open' AND p.invited_only = 0`,
    ...(byStatus ? ['p.status = :status'] : []),
    ...(isRunning ? [`p.status IN ('open','evaluating','awarded','active')`] : []),
    ...(byCategory ? ['p.category = :category'] : []),
  ].join(' AND ')
  return {
    list: sql(
      { params, row: projectListRow },
      `SELECT ${projectListColumns} ${from} CROSS JOIN companies c ON c.id = p.company_id WHERE ${where}
       ORDER BY ${sort === 'deadline' ? 'p.bid_deadline' : 'p.id DESC'} LIMIT :limit OFFSET :offset`,
    ),
    count: sql(
      { params, row: { total: integer } },
      `SELECT count(*) AS total FROM (SELECT 1 ${from} WHERE ${where} LIMIT ${maxCounted + 1})`,
    ),
  }
}
const listsBy = (scope: ProjectScope, sort: ProjectSort) => ({
  any: listQueries({ scope, sort, byStatus: false, byCategory: false }),
  status: listQueries({ scope, sort, byStatus: true, byCategory: false }),
  category: listQueries({ scope, sort, byStatus: false, byCategory: true }),
  both: listQueries({ scope, sort, byStatus: true, byCategory: true }),
  running: listQueries({ scope, sort, byStatus: false, byCategory: false, isRunning: scope === 'own' }),
  runningCategory: listQueries({ scope, sort, byStatus: false, byCategory: true, isRunning: scope === 'own' }),
})
const lists = {
  open: { newest: listsBy('open', 'newest'), deadline: listsBy('open', 'deadline') },
  own: { newest: listsBy('own', 'newest'), deadline: listsBy('own', 'deadline') },
}

/**
 * The SQL of a list. Without words, an index of the table covers it in the order of the list. With words, the full-text index
 * gives the newest matches first (sorted by deadline: the newest thousand matches). Words are read from the index only as far as
 * needed; prefixes are tried only where whole words have fewer than a thousand matches.
 */
export function projectListQueries({ scope, sort, status, category, q }: ProjectFilter) {
  if (wordsOf(q).length > 0) return found[sort]
  if (status === 'running') return lists[scope][sort][category ? 'runningCategory' : 'running']
  return lists[scope][sort][status ? (category ? 'both' : 'status') : category ? 'category' : 'any']
}

/** The index in the order of the list. Named in the query, so that a growing table cannot change the plan. */
function indexFor({ scope, sort, byStatus, byCategory, isRunning }: Variant): string {
  if (isRunning) return sort === 'deadline' ? 'projects_company_running_deadline' : 'projects_company_running'
  if (scope === 'open') {
    if (sort === 'deadline') return byCategory ? 'projects_category_deadline' : 'projects_deadline'
    return byCategory ? 'projects_category' : 'projects_status'
  }
  if (sort === 'deadline') return byStatus ? 'projects_company_status_deadline' : 'projects_company_deadline'
  if (byStatus) return 'projects_company'
  return byCategory ? 'projects_company_category' : 'projects_company_all'
}

/** The full-text query: every word, as `asTerm` says it, within the scope. Null without words. */
export function fullTextQuery(
  { scope, status, category, q }: ProjectFilter,
  companyId: string | null,
  asTerm: (word: string) => string = wholeWord,
): string | null {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const wanted = words.map(asTerm)
  const within = [
    scope === 'own' ? `"c${companyId?.replaceAll('-', '')}"` : '"sopen"',
    // An open project by invitation has a word of its own, which only its company's search asks for.
    status && statusTerms(status),
    category && `"k${category.replaceAll('_', '')}"`,
  ].filter((word) => word !== null)
  return `{title description location} : (${wanted.join(' AND ')}) AND scope : (${within.join(' AND ')})`
}

function statusTerms(status: ProjectStatusFilter): string {
  if (status === 'open') return '("sopen" OR "iopen")'
  return status === 'running' ? '("sopen" OR "iopen" OR "sevaluating" OR "sawarded" OR "sactive")' : `"s${status}"`
}

const wholeWord = (word: string) => `"${word}"`
const wordsOf = (q: string) => q.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
