import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { decimalText, percentText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import { areaText, readAnswers } from './answers.server.ts'
import { estimateToday } from './estimate-today.server.ts'

/**
 * The canonical text of the estimate of an address, from which a new project begins (EST-5), with the prices and the VAT of today (`now`); null for an
 * address without one. Amounts are decimal numbers in euros, the area is in square metres.
 */
export function estimateRecord(query: URLSearchParams, localeContext: LocaleContext, now: number): string | null {
  const answers = query.has('estimate') ? readAnswers(query, localeContext) : null
  if (!answers) return null
  const { projects, services, vatRateBp, ...sums } = estimateToday(answers, now)
  return canonicalText('groundwork-estimate 1', [
    ['location', answers.location || null],
    ['area', areaText(answers.areaCenti)],
    ['quality', answers.quality],
    ['urgency', answers.urgency],
    ['work', projects.map(({ type, netCents }) => [['kind', type] as const, ['net', decimalText(netCents)] as const])],
    [
      'additional services',
      services.map(({ service, netCents }) => [['service', service] as const, ['net', decimalText(netCents)] as const]),
    ],
    ['currency', 'EUR'],
    ['net', decimalText(sums.subtotalCents)],
    ['VAT rate', percentText(vatRateBp)],
    ['VAT', decimalText(sums.vatCents)],
    ['gross', decimalText(sums.totalCents)],
    ['likely from', decimalText(sums.minPriceCents)],
    ['likely to', decimalText(sums.maxPriceCents)],
    ['weeks', sums.weeks],
  ])
}
