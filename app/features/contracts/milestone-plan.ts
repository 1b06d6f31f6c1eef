import type { LineVat } from '#app/features/projects/vat-treatment.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { splitByWeights, sumCents, type VatGroup, vatByRate } from '#app/platform/money.ts'

export type PlannedMilestone = {
  title: string
  description: string
  netCents: number
  vatRateBp: number
  /** `YYYY-MM-DD` */
  dueDate: string | null
}

export type PricedMilestone = PlannedMilestone & { vatCents: number; amountCents: number }

/** With the VAT category and ground of the bid. */
export type TaxedMilestone = PricedMilestone & Pick<LineVat, 'vatCategory' | 'vatGround'>

/**
 * Prices milestones with VAT. VAT is rounded once per rate for the whole contract, as for the bid (EN 16931, BR-CO-17), and
 * allocated to the milestones in proportion to their nets by the largest remainder: each milestone's VAT is exact to within a
 * cent, and the total equals the awarded bid.
 */
export function priceMilestones(planned: readonly PlannedMilestone[]): PricedMilestone[] {
  const vatCents = new Array<number>(planned.length).fill(0)
  for (const group of vatByRate(planned)) {
    const indexes = [...planned.keys()].filter((index) => planned[index]?.vatRateBp === group.vatRateBp)
    if (group.vatCents === 0) continue
    const parts = splitByWeights(
      group.vatCents,
      indexes.map((index) => planned[index]?.netCents ?? 0),
    )
    for (const [part, index] of indexes.entries()) vatCents[index] = parts[part] ?? 0
  }
  return planned.map((milestone, index) => {
    const vat = vatCents[index] ?? 0
    return { ...milestone, vatCents: vat, amountCents: sumCents([milestone.netCents, vat]) }
  })
}

/** Net, VAT and gross of a contract, the sums of its milestones. */
export function contractTotals(milestones: readonly PricedMilestone[]) {
  return {
    netCents: sumCents(milestones.map((milestone) => milestone.netCents)),
    vatCents: sumCents(milestones.map((milestone) => milestone.vatCents)),
    grossCents: sumCents(milestones.map((milestone) => milestone.amountCents)),
  }
}

/** Whether a milestone's due date has passed (`now` in UTC ms). */
export function isPastDue(milestone: Pick<PlannedMilestone, 'dueDate'>, now: number): boolean {
  return milestone.dueDate !== null && milestone.dueDate < businessDay(now)
}

export type Mismatch = { vatRateBp: number; expectedCents: number; plannedCents: number }

/** The first VAT rate at which the milestones do not add up to the net of the awarded bid, or null if they all do. */
export function findMismatch(planned: readonly PlannedMilestone[], awarded: readonly VatGroup[]): Mismatch | null {
  const rates = new Set([
    ...awarded.map((group) => group.vatRateBp),
    ...planned.map((milestone) => milestone.vatRateBp),
  ])
  for (const vatRateBp of rates) {
    const ofRate = planned.filter((milestone) => milestone.vatRateBp === vatRateBp)
    const plannedCents = sumCents(ofRate.map((milestone) => milestone.netCents))
    const expectedCents = awarded.find((group) => group.vatRateBp === vatRateBp)?.netCents ?? 0
    if (plannedCents !== expectedCents) return { vatRateBp, expectedCents, plannedCents }
  }
  return null
}

/** Into how many milestones the form of a contract splits the bid. */
export const splitChoices = [1, 2, 3, 4, 5, 6] as const

/** Suggests a plan: the bid's net in `parts` nearly equal milestones, for each of its VAT rates. */
export function suggestMilestones(
  awarded: readonly VatGroup[],
  parts: number,
): { netCents: number; vatRateBp: number }[] {
  return awarded
    .filter((group) => group.netCents > 0)
    .flatMap((group) =>
      splitByWeights(group.netCents, Array<number>(parts).fill(1))
        .filter((netCents) => netCents > 0)
        .map((netCents) => ({ netCents, vatRateBp: group.vatRateBp })),
    )
}
