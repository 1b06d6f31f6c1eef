import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'
import type { QuoteRequestDetail } from './queries.server.ts'

/** What the draft project of a request says, in the language of whoever makes it: what was asked, and nothing of the person. */
export function draftOfRequest(request: QuoteRequestDetail, locale: Locale) {
  const i18n = i18nFor(locale)
  const t = i18n.getFixedT(null, 'quoterequest')
  const tProject = i18n.getFixedT(null, 'projects')
  const format = formatFor(locale, 'Europe/Helsinki')
  const { services, rooms, totalAreaCenti, description, additionalNotes } = request
  const square = (areaCenti: number) => `${format.quantity(areaCenti * 10)} m²`
  const names = services.map((service) => tProject(`category.${service}`))
  const [first = 'other'] = services
  const category: ProjectCategory = services.length === 1 ? first : 'renovation'
  const paragraphs = [
    description,
    ...rooms.map(({ type, areaCenti }) => (areaCenti === null ? type : `${type}: ${square(areaCenti)}`)),
    totalAreaCenti === null ? null : `${t('totalArea')}: ${square(totalAreaCenti)}`,
    `${t('timeline.label')}: ${t(`timeline.${request.timeline}`)}`,
    additionalNotes,
  ]
  return {
    title: truncate(format.list(names), 120),
    description: paragraphs.filter((part) => part !== null && part !== '').join('\n'),
    category,
    lines: names.map((name) =>
      totalAreaCenti === null
        ? { id: null, description: name, quantityMilli: 1000, unit: 'LS', priceForm: 'fixed' as const }
        : { id: null, description: name, quantityMilli: totalAreaCenti * 10, unit: 'm²' },
    ),
  }
}
