import { readAnswers } from '#app/features/estimation/answers.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { percentText } from '#app/platform/money.ts'

/** What the form of a quote request begins with when it comes from an estimate; null for an address without one. */
export function valuesOfEstimate(query: URLSearchParams, localeContext: LocaleContext, locale: Locale) {
  const answers = readAnswers(query, localeContext)
  if (!answers) return null
  const t = i18nFor(locale).getFixedT(null, 'estimation')
  const services = answers.additionalFeatures.map((one) => t(`services.${one}`)).join(', ')
  return {
    services: [...answers.projectTypes],
    totalArea: percentText(answers.areaCenti),
    timeline: answers.urgency,
    city: answers.location,
    description: [
      t('draft.quality', { quality: t(`quality.${answers.quality}`) }),
      ...(services ? [t('included.services', { list: services })] : []),
    ].join('\n'),
  }
}
