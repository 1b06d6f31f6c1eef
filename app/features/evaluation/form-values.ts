import type { AwardTerms } from '#app/features/projects/award-terms.ts'
import { amountInputValue } from '#app/features/projects/form-values.ts'

export type CriterionValues = { name: string; description: string; weight: string }

/** Initial values of the form of the award criteria. */
export type AwardTermsValues = {
  basis: string
  priceWeight: string
  maxPoints: string
  priceFormula: string
  ceiling: string
  criteria: CriterionValues[]
  requirements: Array<{ text: string }>
}

export const blankCriterion: CriterionValues = { name: '', description: '', weight: '' }

/** The values of a project's award criteria for their form; without any, blank rows to begin with. */
export function awardTermsValues(
  { ratio, requirements }: AwardTerms,
  localeContext: { decimalMark: ',' | '.' },
): AwardTermsValues {
  const decimal = (hundredths: number) => amountInputValue(hundredths, localeContext)
  return {
    basis: ratio ? 'ratio' : 'lowest_price',
    priceWeight: ratio ? decimal(ratio.priceWeightBp) : '',
    maxPoints: String(ratio?.maxPoints ?? 10),
    priceFormula: ratio?.priceFormula ?? 'lowest',
    ceiling: ratio?.ceilingCents ? decimal(ratio.ceilingCents) : '',
    criteria: ratio
      ? ratio.criteria.map(({ name, description, weightBp }) => ({ name, description, weight: decimal(weightBp) }))
      : [blankCriterion],
    requirements: requirements.map(({ text }) => ({ text })),
  }
}
