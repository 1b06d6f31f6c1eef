import { type ProjectCategory, projectCategories, projectStatuses } from '#db/vocabulary/projects.ts'

/** `open`: the marketplace; `own`: the company's own projects. */
export const projectScopes = ['open', 'own'] as const
export type ProjectScope = (typeof projectScopes)[number]

export const projectSorts = ['newest', 'deadline'] as const
export type ProjectSort = (typeof projectSorts)[number]

/** `running`: published, and neither done nor cancelled. */
export const projectStatusFilters = [...projectStatuses, 'running'] as const
export type ProjectStatusFilter = (typeof projectStatusFilters)[number]

/** The filter of a project list, as encoded in its address. */
export type ProjectFilter = {
  scope: ProjectScope
  /** For own projects only; in the marketplace all are open. */
  status: ProjectStatusFilter | null
  category: ProjectCategory | null
  q: string
  sort: ProjectSort
  /** Starts at 1. */
  page: number
}

/** Rows per page, and the maximum number of rows that can be paged through; beyond that users should filter. */
export const pageSize = 50
export const maxCounted = 1000

/** Reads the filter from the query string; unknown values are ignored. */
export function readProjectFilter(search: URLSearchParams): ProjectFilter {
  const scope = oneOf(projectScopes, search.get('view')) ?? 'own'
  return {
    scope,
    status: scope === 'own' ? oneOf(projectStatusFilters, search.get('status')) : null,
    category: oneOf(projectCategories, search.get('category')),
    q: (search.get('q') ?? '').trim().slice(0, 200),
    sort: oneOf(projectSorts, search.get('sort')) ?? 'newest',
    page: readPage(search),
  }
}

/** The page number in the query string, within the pages that exist at most. */
export function readPage(search: URLSearchParams): number {
  const page = Number.parseInt(search.get('page') ?? '1', 10)
  return Number.isNaN(page) ? 1 : Math.min(Math.max(page, 1), maxCounted / pageSize)
}

/** The address of the list with a changed filter; page 1 unless `page` is given. */
export function projectListHref(filter: ProjectFilter, change: Partial<ProjectFilter> = {}): string {
  const { scope, status, category, q, sort, page } = { ...filter, page: 1, ...change }
  const search = new URLSearchParams()
  if (scope !== 'own') search.set('view', scope)
  if (status && scope === 'own') search.set('status', status)
  if (category) search.set('category', category)
  if (q) search.set('q', q)
  if (sort !== 'newest') search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/projects?${search}` : '/projects'
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null
}
