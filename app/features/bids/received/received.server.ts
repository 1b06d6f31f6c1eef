import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { visibleToOwner } from '#app/features/bids/queries.server.ts'
import { pageSize } from '#app/features/projects/project-filter.ts'
import type { Page } from '#app/features/projects/queries.server.ts'
import { type Ranking, rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { unqualifiedAmong } from '#app/features/qualifications/bid-qualification.server.ts'
import { columns, integer, list, nullable, required } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const comparable = sql(
  {
    params: { projects: list(projects.id) },
    row: columns(bids, 'id', 'projectId', 'netCents', 'vatCents', 'qualification'),
  },
  `SELECT b.id, b.project_id AS projectId, b.net_cents AS netCents, b.vat_cents AS vatCents, b.qualification
   FROM bids b JOIN projects p ON p.id = b.project_id
   WHERE p.id IN (SELECT value FROM json_each(:projects)) AND b.project_version = p.version AND b.is_complete
     AND b.status IN ('opened', 'shortlisted', 'awarded', 'won', 'terminated', 'not_selected')`,
)

const receivedQueries = (undecided: boolean) =>
  sql(
    {
      params: { company: companies.id, limit: integer, offset: integer },
      row: {
        projectId: projects.id,
        ...columns(projects, 'title', 'status', 'currency'),
        bidsOpenedAt: required(projects.bidsOpenedAt),
        bidCount: integer,
        ...columns(projects, 'bidDeadline', 'vatTreatment', 'vatGround', 'buyerDeductsVat'),
        awardedTo: nullable(companies.name),
      },
    },
    `SELECT p.id AS projectId, p.title, p.status, p.currency, p.bids_opened_at AS bidsOpenedAt,
          (SELECT count(*) FROM bids b WHERE b.project_id = p.id AND ${undecided ? `b.status IN ('opened', 'shortlisted')` : visibleToOwner}) AS bidCount,
          p.bid_deadline AS bidDeadline, p.vat_treatment AS vatTreatment, p.vat_ground AS vatGround,
          p.buyer_deducts_vat AS buyerDeductsVat,
          (SELECT c.name FROM bids b JOIN companies c ON c.id = b.company_id
             WHERE b.project_id = p.id AND b.status IN ('awarded', 'won', 'terminated')) AS awardedTo
   FROM projects p INDEXED BY ${undecided ? 'projects_company' : 'projects_company_opened'}
   WHERE p.company_id = :company AND p.bids_opened_at IS NOT NULL ${undecided ? `AND p.status = 'evaluating'` : ''}
   ORDER BY ${undecided ? 'p.id' : 'p.bids_opened_at'} DESC LIMIT :limit OFFSET :offset`,
  )

const receivedCount = (undecided: boolean) =>
  sql(
    { params: { company: companies.id }, row: { total: integer } },
    `SELECT count(*) AS total FROM (SELECT 1 FROM projects INDEXED BY ${undecided ? 'projects_company' : 'projects_company_opened'}
   WHERE company_id = :company AND bids_opened_at IS NOT NULL ${undecided ? `AND status = 'evaluating'` : ''} LIMIT 1001)`,
  )
const lists = {
  all: { list: receivedQueries(false), count: receivedCount(false) },
  undecided: { list: receivedQueries(true), count: receivedCount(true) },
}
type Found = RowOf<(typeof lists)['all']['list']>
/** `lowestCents`: the lowest complete, confirmed and qualified bid by `rankingOf`; null without one. */
export type ReceivedRow = Pick<
  Found,
  'projectId' | 'title' | 'status' | 'currency' | 'bidsOpenedAt' | 'bidCount' | 'awardedTo'
> & { lowestCents: number | null; basis: Ranking['basis'] }

/**
 * The caller's projects whose bids have been opened, latest opening first, with a summary of the bids; `undecided`: those whose award is still to
 * be decided, the newest first, with the number of bids that wait for it.
 */
export function listReceived(ctx: Context, filter: { page: number; undecided?: boolean }): Page<ReceivedRow> {
  const { list, count } = lists[filter.undecided ? 'undecided' : 'all']
  const company = companyInScope(ctx, 'bids.read')
  const paging = { limit: pageSize, offset: (filter.page - 1) * pageSize }
  const found = list.all(ctx.db, { company, ...paging })
  const compared = comparable.all(ctx.db, { projects: found.map(({ projectId }) => projectId) })
  const asking = found.map(({ projectId: id, status, currency }) => ({ id, status, currency }))
  const unqualified = unqualifiedAmong(ctx.db, asking, compared, ctx.now)
  const ranked = compared.filter(({ id }) => !unqualified.has(id))
  const rows = found.map((row) =>
    toReceivedRow(
      row,
      ranked.filter(({ projectId }) => projectId === row.projectId),
    ),
  )
  const { total } = count.one(ctx.db, { company })
  return { rows, total: Math.min(total, 1000), isMore: total > 1000 }
}

function toReceivedRow(row: Found, ranked: readonly { netCents: number; vatCents: number }[]): ReceivedRow {
  const { projectId, title, status, currency, bidsOpenedAt, bidCount, awardedTo } = row
  const ranking = rankingOf(row)
  const costs = ranked.map((bid) => rankedCents(bid, ranking))
  const lowestCents = costs.length === 0 ? null : Math.min(...costs)
  const shown = { projectId, title, status, currency, bidsOpenedAt, bidCount, awardedTo }
  return { ...shown, lowestCents, basis: ranking.basis }
}
