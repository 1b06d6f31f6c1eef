import { decimalText } from '#app/platform/money.ts'
import type { CanonicalFields } from '#app/platform/text/canonical-text.ts'
import type { PriceFormula } from '#db/vocabulary/evaluation.ts'

export type Criterion = { id: string; name: string; description: string; weightBp: number }

/** How the best price-quality ratio is found. The weights of price and criteria add up to 10,000 basis points. */
export type Ratio = {
  priceWeightBp: number
  /** The highest points of a criterion and of the price. */
  maxPoints: number
  priceFormula: PriceFormula
  /** For `linear` only. */
  ceilingCents: number | null
  criteria: readonly Criterion[]
}

/** What a project's bids are chosen by (BID-10). */
export type AwardTerms = {
  /** Null where the lowest price wins. */
  ratio: Ratio | null
  requirements: readonly { id: string; text: string }[]
}

/**
 * The fields of a tender set that say how bids are chosen: none on a project that takes the lowest price and requires nothing, so that
 * its text is what it was before criteria were kept. Weights are in percent.
 */
export function awardTermsFields({ ratio, requirements }: AwardTerms): CanonicalFields {
  return [
    ...(ratio ? ratioFields(ratio) : []),
    ['minimum requirements', requirements.length === 0 ? null : requirements.map(({ text }) => [['text', text]])],
  ]
}

const ratioFields = ({ priceWeightBp, maxPoints, priceFormula, ceilingCents, criteria }: Ratio): CanonicalFields => [
  ['award', 'best price-quality ratio'],
  ['weight of the price', decimalText(priceWeightBp)],
  ['highest points', maxPoints],
  ['price formula', priceFormula],
  ['price ceiling', ceilingCents === null ? null : decimalText(ceilingCents)],
  [
    'criteria',
    criteria.map(({ name, description, weightBp }) => [
      ['name', name],
      ['description', description],
      ['weight', decimalText(weightBp)],
    ]),
  ],
]

/** Whether a price at the budget would earn no points, because the ceiling of a linear formula is below it. Both in cents. */
export const isBelowBudget = ({ ratio }: AwardTerms, budgetCents: number | null): boolean =>
  budgetCents !== null && ratio?.priceFormula === 'linear' && (ratio.ceilingCents ?? budgetCents) < budgetCents
