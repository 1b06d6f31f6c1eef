import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { Period } from './period.ts'

/** The days of a period in words, in a reader's language. */
export function periodText({ from, to }: Period, { locale, format }: Reader): string {
  const t = i18nFor(locale).getFixedT(null, 'statements')
  if (from && to) return t('days.both', { from: format.date(from), to: format.date(to) })
  if (from) return t('days.from', { from: format.date(from) })
  return to ? t('days.to', { to: format.date(to) }) : t('days.all')
}
