import { businessDay } from '#app/platform/business-day.ts'
import { euServicesReason, finnishVatRates } from '#app/platform/finnish-vat.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import { needsVatGround, type VatTreatment } from '#db/vocabulary/projects.ts'

/** What the client states about VAT (PROJ-8). */
export type ProjectVat = { vatTreatment: VatTreatment; vatGround: string | null; buyerDeductsVat: boolean }

/** The VAT of a line: its rate in basis points, its EN 16931 category, and the ground of a line without VAT. */
export type LineVat = { vatRateBp: number; vatCategory: WorkVatCategory | null; vatGround: string | null }

const categories = {
  standard: 'S',
  reverse_charge: 'AE',
  eu_services: 'AE',
  exempt: 'E',
  zero_rated: 'Z',
  outside_scope: 'O',
  unstated: null,
} as const satisfies Record<VatTreatment, WorkVatCategory | null>

/**
 * The rates that a bidder can choose for a line at `now` (UTC ms), in basis points, the standard rate first: the Finnish rates
 * (`finnishVatRates`), and 0 alone where the treatment leaves no choice.
 */
export function vatRatesOf({ vatTreatment }: Pick<ProjectVat, 'vatTreatment'>, now: number): number[] {
  if (vatTreatment !== 'standard' && vatTreatment !== 'unstated') return [0]
  const rates = finnishVatRates(businessDay(now))
  const taxed = rates ? [rates.standard, rates.reduced, rates.low] : []
  return vatTreatment === 'unstated' ? [...taxed, 0] : taxed
}

/**
 * The VAT of a bid's line: the category is the client's, and the rate is the bidder's only where there is a choice; the standard rate
 * if the bidder states none. Null for a rate that is not allowed.
 */
export function lineVatOf(
  project: Omit<ProjectVat, 'buyerDeductsVat'>,
  vatRateBp: number | undefined,
  now: number,
): LineVat | null {
  const rates = vatRatesOf(project, now)
  const isFixed = rates.length === 1 || vatRateBp === undefined
  const rate = isFixed ? rates[0] : rates.find((one) => one === vatRateBp)
  if (rate === undefined) return null
  const { vatTreatment, vatGround } = project
  return {
    vatRateBp: rate,
    vatCategory: categories[vatTreatment],
    vatGround: vatTreatment === 'eu_services' ? euServicesReason.text : needsVatGround(vatTreatment) ? vatGround : null,
  }
}

/**
 * How bids are ranked: on net, or on their cost to a client who cannot deduct VAT. Under reverse charge that client pays the VAT to
 * the state instead of the bidder, at `selfAssessedRateBp`. Before clients stated it, a bidder's rate must not decide: net.
 */
export type Ranking = { basis: 'net' } | { basis: 'cost'; selfAssessedRateBp: number }

/** `bidDeadline` in UTC ms: the day whose standard rate a reverse charge is reckoned with. */
export function rankingOf(project: ProjectVat & { bidDeadline: number }): Ranking {
  const { vatTreatment, buyerDeductsVat, bidDeadline } = project
  // The rate that a client in another country accounts for is that country's, and the same for all bids.
  if (buyerDeductsVat || vatTreatment === 'unstated' || vatTreatment === 'eu_services') return { basis: 'net' }
  const standard = finnishVatRates(businessDay(bidDeadline))?.standard ?? 0
  return { basis: 'cost', selfAssessedRateBp: vatTreatment === 'reverse_charge' ? standard : 0 }
}

/** The figure in cents by which a bid is ranked. */
export function rankedCents(totals: { netCents: number; vatCents: number }, ranking: Ranking): number {
  const { netCents, vatCents } = totals
  if (ranking.basis === 'net') return netCents
  return sumCents([netCents, vatCents, percentageOf(netCents, ranking.selfAssessedRateBp)])
}

/** Whether two statements differ in what a line is taxed with; deducting only changes the ranking. */
export function taxesOther(before: ProjectVat, after: ProjectVat): boolean {
  return before.vatTreatment !== after.vatTreatment || before.vatGround !== after.vatGround
}
