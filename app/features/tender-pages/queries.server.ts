import type { Context } from '#app/features/accounts/context.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { rankingOf } from '#app/features/projects/vat-treatment.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { placeKey, type TenderFilter } from './tender-filter.ts'
import { type TenderKey, tendersPerPage } from './tender-key.ts'

const publicTender = sql(
  {
    params: { id: projects.id },
    row: {
      ...columns(projects, 'id', 'title', 'description', 'category', 'location', 'currency', 'status', 'bidDeadline'),
      ...columns(
        projects,
        'timeZone',
        'overrunShareBp',
        'underrunShareBp',
        'vatTreatment',
        'vatGround',
        'buyerDeductsVat',
      ),
      client: companies.name,
    },
  },
  `SELECT p.id, p.title, p.description, p.category, p.location, p.currency, p.status, p.bid_deadline AS bidDeadline,
          p.time_zone AS timeZone, p.overrun_share_bp AS overrunShareBp, p.underrun_share_bp AS underrunShareBp,
          p.vat_treatment AS vatTreatment, p.vat_ground AS vatGround, p.buyer_deducts_vat AS buyerDeductsVat, c.name AS client
   FROM projects p JOIN companies c ON c.id = p.company_id
   WHERE p.id = :id AND p.is_public = 1 AND p.invited_only = 0 AND p.published_at IS NOT NULL AND p.status <> 'cancelled'`,
)

/**
 * What anybody may read of a project whose client shows it on a public page (PROJ-21), or null. It has nothing of bids, and of what
 * became of the project after the bidding only that it takes no bids.
 */
export function findPublicTender({ db, now }: Pick<Context, 'db' | 'now'>, id: string) {
  const row = publicTender.first(db, { id })
  if (!row) return null
  const { status, vatTreatment: _, vatGround: __, buyerDeductsVat: ___, ...shown } = row
  return {
    ...shown,
    isOpen: status === 'open' && now < row.bidDeadline,
    basis: rankingOf(row).basis,
    lines: listProjectLines(db, id),
    terms: findAwardTerms(db, id),
    demanded: listDemanded(db, id),
  }
}

export type PublicTender = NonNullable<ReturnType<typeof findPublicTender>>

/** The list, for a filter that changes the index. Every variant takes the same parameters, so that one call serves all; the last condition uses those that it does not need. */
function openTendersBy(index: string, condition: string) {
  return sql(
    {
      params: {
        ...{ at: projects.bidDeadline, id: projects.id, limit: integer },
        ...{ category: nullable(projects.category), place: nullable(projects.location) },
      },
      row: {
        ...columns(
          projects,
          'id',
          'title',
          'category',
          'location',
          'bidDeadline',
          'timeZone',
          'publishedAt',
          'updatedAt',
        ),
        client: companies.name,
      },
    },
    `SELECT p.id, p.title, p.category, p.location, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone,
            p.published_at AS publishedAt, p.updated_at AS updatedAt, c.name AS client
     FROM projects p INDEXED BY ${index} CROSS JOIN companies c ON c.id = p.company_id
     WHERE p.is_public = 1 AND p.invited_only = 0 AND p.status = 'open' AND ${condition}
       AND (p.bid_deadline, p.id) > (:at, :id)
       AND :category IS :category AND :place IS :place
     ORDER BY p.bid_deadline, p.id LIMIT :limit`,
  )
}

const openTenders = {
  any: openTendersBy('projects_public', '1'),
  category: openTendersBy('projects_public_category', 'p.category = :category'),
  place: openTendersBy('projects_public_place', 'p.location = :place'),
  both: openTendersBy('projects_public_place', 'p.location = :place AND p.category = :category'),
}

/**
 * A page of the public projects that take bids, those that close next first. `next`: the key of the following page, if there is one.
 */
export function listOpenTenders(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { category, place }: TenderFilter,
  after: TenderKey | null,
) {
  const from = after && after.bidDeadline >= now ? after : { bidDeadline: now, id: '\uffff' }
  const list = openTenders[place ? (category ? 'both' : 'place') : category ? 'category' : 'any']
  const found = list.all(db, { at: from.bidDeadline, id: from.id, category, place, limit: tendersPerPage + 1 })
  const rows = found.slice(0, tendersPerPage)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return { rows, next: last ? { bidDeadline: last.bidDeadline, id: last.id } : null }
}

/** Steps from one place to the next in the index, so that it costs what is shown and not what is stored. */
const placesWithTenders = sql(
  { params: { limit: integer }, row: { place: projects.location } },
  `WITH RECURSIVE found(place) AS (
     SELECT min(location) FROM projects INDEXED BY projects_public_place
     WHERE is_public = 1 AND invited_only = 0 AND status = 'open'
     UNION ALL
     SELECT (SELECT min(location) FROM projects INDEXED BY projects_public_place
             WHERE is_public = 1 AND invited_only = 0 AND status = 'open' AND location > found.place)
     FROM found WHERE found.place IS NOT NULL)
   SELECT place FROM found WHERE place IS NOT NULL LIMIT :limit`,
)

/** The places of the public projects that are open, in alphabetical order, at most 200. */
export const listTenderPlaces = ({ db }: Pick<Context, 'db'>): string[] =>
  placesWithTenders.all(db, { limit: 200 }).map(({ place }) => place)

/** The filter with its place as open public projects spell it, whose lists compare it to the letter; as it was typed where none has it. */
export function withKnownPlace(ctx: Pick<Context, 'db'>, filter: TenderFilter): TenderFilter {
  const { place } = filter
  if (!place) return filter
  return { ...filter, place: listTenderPlaces(ctx).find((known) => placeKey(known) === placeKey(place)) ?? place }
}

const openTenderIds = sql(
  { params: { at: projects.bidDeadline }, row: columns(projects, 'id') },
  `SELECT id FROM projects INDEXED BY projects_public
   WHERE is_public = 1 AND invited_only = 0 AND status = 'open' AND bid_deadline > :at
   ORDER BY bid_deadline, id LIMIT 5000`,
)

/** The ids of the public projects that take bids, for the sitemap; at most 5 000, of which half a megabyte is sent. */
export const listSitemapTenders = ({ db, now }: Pick<Context, 'db' | 'now'>) => openTenderIds.all(db, { at: now })
