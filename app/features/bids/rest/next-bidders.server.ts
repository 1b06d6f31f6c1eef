import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { boundUntil } from '#app/features/bids/validity/validity.server.ts'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import { priceQuantity, sumCents } from '#app/platform/money.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const others = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: {
      ...columns(bids, 'id', 'validUntil', 'currency'),
      ...columns(projects, 'timeZone'),
      company: companies.name,
    },
  },
  `SELECT b.id, b.valid_until AS validUntil, b.currency, p.time_zone AS timeZone, c.name AS company
   FROM projects p JOIN bids b ON b.project_id = p.id JOIN companies c ON c.id = b.company_id
   WHERE p.id = :project AND p.company_id = :company AND b.status = 'not_selected' AND b.project_version = p.version
   ORDER BY b.net_cents, b.id LIMIT 50`,
)

/** A bidder of a terminated project that was not chosen, with what the rest costs at its prices. */
export type NextBidder = {
  bidId: string
  company: string
  /** The last day on which its bid binds (YYYY-MM-DD); null where it does not say. */
  boundUntil: string | null
  /** Whether that day has passed, so that it is not bound by its prices any more. */
  isExpired: boolean
  /** What is left at its unit prices, without VAT, and how many of those lines it did not price. */
  netCents: number
  currency: string
  missing: number
}

/**
 * The other bidders of a terminated project by the price of what is left of its lines (PROJ-27), those that still bind first, for its own company.
 * Only bids that answer the request as it was awarded.
 */
export function listNextBidders(
  ctx: CompanyContext,
  projectId: string,
  rest: readonly { projectLineId: string | null; restMilli: number }[],
): NextBidder[] {
  if (!can(ctx, 'bids.read')) return []
  const left = rest.filter(({ restMilli }) => restMilli > 0)
  return others
    .all(ctx.db, { project: projectId, company: companyInScope(ctx, 'bids.read') ?? '' })
    .map(({ id, company, currency, timeZone, validUntil }) => {
      const priced = listBidLines(ctx.db, id).filter(({ excluded }) => !excluded)
      const prices = left.map(({ projectLineId, restMilli }) => {
        const line = projectLineId === null ? undefined : priced.find((one) => one.projectLineId === projectLineId)
        return line ? priceQuantity(restMilli, line.unitPriceE4) : null
      })
      const found = prices.filter((cents) => cents !== null)
      const until = boundUntil(ctx.db, { id, validUntil })
      return {
        ...{ bidId: id, company, currency, boundUntil: until },
        isExpired: isExpired({ boundUntil: until, timeZone, now: ctx.now }),
        ...{ netCents: sumCents(found), missing: prices.length - found.length },
      }
    })
    .sort((a, b) => Number(a.isExpired) - Number(b.isExpired) || a.missing - b.missing || a.netCents - b.netCents)
}
