import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { BidInput } from '#app/features/bids/schemas.server.ts'
import { usualValidity } from '#app/features/bids/validity/validity.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { lineVatOf } from '#app/features/projects/vat-treatment.ts'
import { askedOfBidders } from '#app/features/qualifications/bid-qualification.server.ts'
import { missingAddressFields } from '#app/features/team/company-address.ts'
import { addressOfCompany } from '#app/features/team/complete-company-address.server.ts'
import { priceQuantity, sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { earlierBidOf } from './earlier-bid.server.ts'

type Project = Pick<
  typeof projects.$inferSelect,
  'id' | 'currency' | 'bidDeadline' | 'timeZone' | 'vatTreatment' | 'vatGround' | 'buyerDeductsVat'
>

/** Why the rest cannot be accepted as it is and is priced in the form of a bid; texts in restoffer:refused. */
export type RestHindrance = 'unpriced' | 'vat' | 'asked' | 'address'

/**
 * What is left of a terminated contract at the prices that a company had bid for the whole (PROJ-27), each line with what is asked now. Null
 * unless it had bid on the whole, is invited and was not chosen. A line that it did not price, a VAT rate that is not allowed any more, demanded
 * certificates or requirements, and a missing address are answered in the form: `hindrance`. Checks no right: the caller has.
 */
export function restAtOwnPrices(
  db: Database | Transaction,
  company: { id: string; street: string | null; postalCode: string | null; city: string | null },
  project: Project,
  now: number,
) {
  const asked = listProjectLines(db, project.id)
  const earlier = earlierBidOf(db, company.id, { id: project.id, lines: asked }, now)
  if (!earlier) return null
  const lines = asked.map(({ id, description, quantityMilli, unit, priceForm = 'unit', isOption = false }) => {
    // A part of a lump sum is asked for as a share of it (`linesOfRest`); a price of any other form means something else.
    const isMeant = (form: PriceForm) => form === priceForm || (form === 'fixed' && priceForm === 'unit')
    const found = earlier.bid.lines.find(
      (line) => line.projectLineId === id && !line.excluded && isMeant(line.priceForm),
    )
    const price = found && { unitPriceE4: found.unitPriceE4, vatRateBp: found.vatRateBp }
    return { id, description, quantityMilli, unit, isOption, price: price ?? null }
  })
  const { requirements, certificates } = askedOfBidders(db, project)
  const isUnpriced = lines.length === 0 || lines.some(({ price, isOption }) => price === null && !isOption)
  const hindrance: RestHindrance | null = isUnpriced
    ? 'unpriced'
    : lines.some(({ price }) => price && !lineVatOf(project, price.vatRateBp, now))
      ? 'vat'
      : requirements.length + certificates.length > 0
        ? 'asked'
        : missingAddressFields(company).length > 0
          ? 'address'
          : null
  const { approach, timelineWeeks, inclusions, exclusions } = earlier.bid
  const input: BidInput = {
    ...{ amount: null, approach, timelineWeeks, validUntil: usualValidity(project) },
    ...{ inclusions: inclusions ?? undefined, exclusions: exclusions ?? undefined },
    lines: lines.map(({ id, description, quantityMilli, unit, price }) => ({
      ...{ projectLineId: id, description, quantityMilli, unit, excluded: price === null },
      ...{ unitPriceE4: price?.unitPriceE4 ?? 0, ...(price && { vatRate: price.vatRateBp }) },
    })),
  }
  const shown = lines.map(({ price, ...line }) => ({
    ...line,
    unitPriceE4: price?.unitPriceE4 ?? null,
    netCents: price && priceQuantity(line.quantityMilli, price.unitPriceE4),
  }))
  return {
    ...{ hindrance, input, lines: shown, earlierBidId: earlier.bid.id, title: earlier.title },
    lapsedOn: earlier.lapsedOn,
    netCents: sumCents(shown.flatMap(({ netCents, isOption }) => (isOption ? [] : (netCents ?? [])))),
  }
}

const opened = sql(
  {
    params: { bid: bids.id, company: projects.companyId },
    row: { ...columns(bids, 'companyId', 'netCents', 'currency'), ...columns(projects, 'id') },
  },
  `SELECT b.company_id AS companyId, b.net_cents AS netCents, b.currency, p.id FROM bids b JOIN projects p ON p.id = b.project_id
   WHERE b.id = :bid AND p.company_id = :company AND p.bids_opened_at IS NOT NULL AND b.status <> 'draft'`,
)

/**
 * How an opened bid for the rest of a terminated contract compares with what its bidder had bid for the whole, for its client: what the same
 * lines cost at those prices, of which `missing` had none. Null where there is no such bid.
 */
export function heldPrices(ctx: CompanyContext, bidId: string) {
  const bid = opened.first(ctx.db, { bid: bidId, company: companyInScope(ctx, 'bids.read') ?? '' })
  const asked = bid ? listProjectLines(ctx.db, bid.id) : []
  const earlier = bid && earlierBidOf(ctx.db, bid.companyId, { id: bid.id, lines: asked }, ctx.now)
  if (!bid || !earlier) return null
  const counted = asked.filter(({ isOption = false }) => !isOption)
  const priced = counted.flatMap(({ id, quantityMilli }) => {
    const found = earlier.bid.lines.find((line) => line.projectLineId === id && !line.excluded)
    return found ? [priceQuantity(quantityMilli, found.unitPriceE4)] : []
  })
  return {
    ...{ title: earlier.title, currency: bid.currency, missing: counted.length - priced.length },
    ...{ beforeCents: sumCents(priced), nowCents: bid.netCents },
  }
}

/** `restAtOwnPrices` for the caller's company and the page that accepts it; null where there is nothing to accept. */
export function getRestOffer(ctx: Context, project: Project) {
  const id = companyInScope(ctx, 'bids.read')
  if (!id) return null
  const rest = restAtOwnPrices(ctx.db, { id, ...addressOfCompany(ctx.db, id) }, project, ctx.now)
  if (!rest) return null
  const { hindrance, lines, title, lapsedOn, netCents } = rest
  return { hindrance, lines, title, lapsedOn, netCents }
}
/** Whether the caller may accept the rest as it is: the page for it opens. */
export function canAcceptRest(ctx: Context, project: Project): boolean {
  if (!can(ctx, 'bids.create') || !can(ctx, 'bids.submit')) return false
  return getRestOffer(ctx, project)?.hindrance === null
}
export type RestOffer = NonNullable<ReturnType<typeof getRestOffer>>
