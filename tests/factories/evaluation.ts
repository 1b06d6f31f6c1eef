import type { NewAwardTerms } from '#app/features/projects/award-terms.server.ts'

/** Terms of the best price-quality ratio: 60 % price, 30 % plan, 10 % references, on a scale of 10. */
export function ratioTerms(change: Partial<NonNullable<NewAwardTerms['ratio']>> = {}): NewAwardTerms {
  return {
    ratio: {
      ...{ priceWeightBp: 6000, maxPoints: 10, priceFormula: 'lowest', ceilingCents: null },
      criteria: [
        { name: 'Plan', description: 'A plan that keeps the school open.', weightBp: 3000 },
        { name: 'References', description: 'Kitchens of the same size.', weightBp: 1000 },
      ],
      ...change,
    },
    requirements: ['Insured for two million euros.', 'Speaks Finnish on site.'],
  }
}
