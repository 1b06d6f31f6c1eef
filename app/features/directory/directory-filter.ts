import { type ProjectCategory, projectCategories } from '#db/vocabulary/projects.ts'

/** What a visitor asks of the directory; null is any. */
export type DirectoryFilter = { trade: ProjectCategory | null; place: string | null }

/** Deeper pages are slow to count to, and nobody reads them. */
const maxPage = 100

/** The filter and the page, from 1, of an address; whatever is not known there counts as any. */
export function parseDirectory(params: URLSearchParams): { filter: DirectoryFilter; page: number } {
  const place = params.get('place')?.trim().slice(0, 100)
  const page = Number.parseInt(params.get('page') ?? '1', 10)
  return {
    filter: { trade: projectCategories.find((name) => name === params.get('trade')) ?? null, place: place || null },
    page: Math.min(maxPage, Math.max(1, page || 1)),
  }
}

/** The address of a page of the directory. */
export function directoryHref({ trade, place }: DirectoryFilter, page = 1): string {
  const params = new URLSearchParams()
  if (trade) params.set('trade', trade)
  if (place) params.set('place', place)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query ? `/companies?${query}` : '/companies'
}
