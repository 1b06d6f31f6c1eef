import { percentageOf, splitByWeights, sumCents, type VatGroup } from '#app/platform/money.ts'

export type PlannedMilestone = {
  title: string
  description: string
  netCents: number
  vatRateBp: number
  /** `YYYY-MM-DD` */
  dueDate: string | null
}

export type PricedMilestone = PlannedMilestone & { vatCents: number; amountCents: number }

/** Milestones with their VAT and what the client pays for each. VAT is rounded per milestone, as on its own invoice. */
export function priceMilestones(planned: readonly PlannedMilestone[]): PricedMilestone[] {
  return planned.map((milestone) => {
    const vatCents = percentageOf(milestone.netCents, milestone.vatRateBp)
    return { ...milestone, vatCents, amountCents: sumCents([milestone.netCents, vatCents]) }
  })
}

/** Net, VAT and gross of a contract: the sums of its milestones. */
export function contractTotals(milestones: readonly PricedMilestone[]) {
  return {
    netCents: sumCents(milestones.map((milestone) => milestone.netCents)),
    vatCents: sumCents(milestones.map((milestone) => milestone.vatCents)),
    grossCents: sumCents(milestones.map((milestone) => milestone.amountCents)),
  }
}

export type Misfit = { vatRateBp: number; expectedCents: number; plannedCents: number }

/** The first VAT rate at which the milestones do not add up to the net of the awarded bid, or null when all of them do. */
export function misfitOf(planned: readonly PlannedMilestone[], awarded: readonly VatGroup[]): Misfit | null {
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

/** A first plan: the bid's net in `parts` nearly equal milestones, for each VAT rate of it. */
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
