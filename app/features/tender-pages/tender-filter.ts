import { type ProjectCategory, projectCategories } from '#db/vocabulary/projects.ts'
import { type TenderKey, tenderKeyText } from './tender-key.ts'

/** What a visitor asks of the list of public projects; null is any. */
export type TenderFilter = { category: ProjectCategory | null; place: string | null }

/** The filter of an address; whatever is not known there counts as any. */
export function parseTenderFilter(params: URLSearchParams): TenderFilter {
  const place = params.get('place')?.trim().slice(0, 200)
  return { category: projectCategories.find((name) => name === params.get('category')) ?? null, place: place || null }
}

/** The address of the list with a filter, from a key on; `path` is another view of the same list, such as its feed. */
export function tendersHref(
  { category, place }: TenderFilter,
  after: TenderKey | null = null,
  path = '/tenders',
): string {
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (place) params.set('place', place)
  if (after) params.set('after', tenderKeyText(after))
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

/** How places of projects and of saved searches are compared: without regard to capitals and blanks. Empty is any. */
export const placeKey = (place: string): string => place.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
