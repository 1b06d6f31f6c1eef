import { newProjectValues } from '#app/features/projects/form-values.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { readAnswers } from './answers.server.ts'
import { estimate, wholeEuros } from './estimate.ts'
import { squareMetres } from './estimate-texts.ts'

/**
 * What the form of a new project begins with when it is made of the estimate of an address (EST-5): its work as lines that bidders price, and
 * its price without VAT as the budget. Null for an address without an estimate.
 */
export function projectValuesOfEstimate(query: URLSearchParams, localeContext: LocaleContext, locale: Locale) {
  const answers = query.has('estimate') ? readAnswers(query, localeContext) : null
  if (!answers) return null
  const { projectTypes, additionalFeatures, areaCenti, quality, urgency, location } = answers
  const i18n = i18nFor(locale)
  const t = i18n.getFixedT(null, 'estimation')
  const tProject = i18n.getFixedT(null, 'projects')
  const format = formatFor(localeContext.locale, localeContext.timeZone)
  const { subtotalCents } = estimate(answers, 0)
  const area = squareMetres(format, areaCenti)
  const names = projectTypes.map((type) => tProject(`category.${type}`))
  const [category] = projectTypes
  const description = [
    format.list(names),
    t('draft.area', { area }),
    t('draft.quality', { quality: t(`quality.${quality}`) }),
    t('draft.urgency', { urgency: t(`urgency.${urgency}`) }),
    ...(additionalFeatures.length > 0
      ? [t('included.services', { list: format.list(additionalFeatures.map((one) => t(`services.${one}`))) })]
      : []),
  ].join('\n')
  return {
    ...newProjectValues,
    title: truncate(`${format.list(names)}, ${area} m²`, 120),
    ...{ description, location },
    category: projectTypes.length === 1 ? category : 'renovation',
    budget: String(wholeEuros(subtotalCents) / 100),
    lines: [
      ...names.map((description) => ({ description, quantity: area, unit: 'm²', priceForm: 'unit' })),
      ...additionalFeatures.map((one) => ({
        description: t(`services.${one}`),
        ...{ quantity: '1', unit: 'LS', priceForm: 'fixed' },
      })),
    ],
  }
}
