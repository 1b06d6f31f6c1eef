import type { SampleWords } from '#app/features/projects/add-sample-project.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { sampleLines } from './sample.ts'

/** The draft that the sample's first step becomes in a workspace, in a language. */
export function sampleWords(locale: Locale): SampleWords {
  const t = i18nFor(locale).getFixedT(null, 'tour')
  const tSite = i18nFor(locale).getFixedT(null, 'site')
  return {
    title: t('draft.title'),
    description: t('draft.description'),
    location: t('draft.place'),
    lines: sampleLines.map(({ name, quantityMilli, unit }) => ({
      ...{ id: null, description: tSite(`landing.mock.${name}`), quantityMilli, unit },
    })),
    ratio: {
      ...{ priceWeightBp: 7_000, maxPoints: 10, priceFormula: 'lowest', ceilingCents: null },
      criteria: [{ name: t('draft.criterion'), description: t('draft.criterionText'), weightBp: 3_000 }],
    },
    requirements: [t('draft.requirement')],
  }
}
