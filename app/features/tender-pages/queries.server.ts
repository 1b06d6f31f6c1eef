import type { Context } from '#app/features/accounts/context.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { rankingOf } from '#app/features/projects/vat-treatment.ts'
import { columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
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

const openTenders = sql(
  {
    params: { at: projects.bidDeadline, id: projects.id, limit: integer },
    row: {
      ...columns(projects, 'id', 'title', 'category', 'location', 'bidDeadline', 'timeZone'),
      client: companies.name,
    },
  },
  `SELECT p.id, p.title, p.category, p.location, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone, c.name AS client
   FROM projects p INDEXED BY projects_public CROSS JOIN companies c ON c.id = p.company_id
   WHERE p.is_public = 1 AND p.invited_only = 0 AND p.status = 'open' AND (p.bid_deadline, p.id) > (:at, :id)
   ORDER BY p.bid_deadline, p.id LIMIT :limit`,
)

/** A page of the public projects that take bids, those that close next first. `next`: the key of the following page, if there is one. */
export function listOpenTenders({ db, now }: Pick<Context, 'db' | 'now'>, after: TenderKey | null) {
  const from = after && after.bidDeadline >= now ? after : { bidDeadline: now, id: '\uffff' }
  const found = openTenders.all(db, { at: from.bidDeadline, id: from.id, limit: tendersPerPage + 1 })
  const rows = found.slice(0, tendersPerPage)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return { rows, next: last ? { bidDeadline: last.bidDeadline, id: last.id } : null }
}

const openTenderIds = sql(
  { params: { at: projects.bidDeadline }, row: columns(projects, 'id') },
  `SELECT id FROM projects INDEXED BY projects_public
   WHERE is_public = 1 AND invited_only = 0 AND status = 'open' AND bid_deadline > :at
   ORDER BY bid_deadline, id LIMIT 5000`,
)

/** The ids of the public projects that take bids, for the sitemap; at most 5 000, of which half a megabyte is sent. */
export const listSitemapTenders = ({ db, now }: Pick<Context, 'db' | 'now'>) => openTenderIds.all(db, { at: now })
