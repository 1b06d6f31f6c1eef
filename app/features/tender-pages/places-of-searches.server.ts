import type { Context } from '#app/features/accounts/context.ts'
import { integer } from '#db/fields.server.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { SavedSearch } from './saved-searches.server.ts'
import { placeKey } from './tender-filter.ts'

/** More places than tenders are ever open in; beyond it nothing is said of a place. */
const maxPlaces = 5000

/** The places of the public projects that take bids, from one to the next in the index. */
const placesTakingBids = sql(
  { params: { now: integer, limit: integer }, row: { place: projects.location } },
  `WITH RECURSIVE found(place) AS (
     SELECT min(location) FROM projects INDEXED BY projects_public_place
     WHERE is_public = 1 AND invited_only = 0 AND status = 'open'
     UNION ALL
     SELECT (SELECT min(location) FROM projects INDEXED BY projects_public_place
             WHERE is_public = 1 AND invited_only = 0 AND status = 'open' AND location > found.place)
     FROM found WHERE found.place IS NOT NULL)
   SELECT place FROM found WHERE place IS NOT NULL AND EXISTS (
     SELECT 1 FROM projects INDEXED BY projects_public_place
     WHERE is_public = 1 AND invited_only = 0 AND status = 'open' AND location = found.place AND bid_deadline > :now)
   LIMIT :limit`,
)

/**
 * The searches, each with whether a public project takes bids in its place now: a place that is spelt otherwise than on any project finds
 * nothing, and its person should see that. A search of any place counts as open.
 */
export function withOpenPlaces({ db, now }: Pick<Context, 'db' | 'now'>, searches: SavedSearch[]) {
  const places = searches.some(({ place }) => place) ? placesTakingBids.all(db, { now, limit: maxPlaces }) : []
  const open = new Set(places.map(({ place }) => placeKey(place)))
  const isKnown = places.length < maxPlaces
  return searches.map((search) => ({
    ...search,
    isPlaceOpen: !search.placeKey || !isKnown || open.has(search.placeKey),
  }))
}

export type SearchRow = ReturnType<typeof withOpenPlaces>[number]
