import { i18nFor } from '#app/i18n/i18n.server.ts'
import { type Locale, locales } from '#app/i18n/locale.ts'
import { type PriceColumn, priceColumns } from './price-list.ts'

/** The headers of a price list in a language. */
export function priceHeaders(locale: Locale): string[] {
  const t = i18nFor(locale).getFixedT(null, 'bidimport')
  return priceColumns.map((column) => t(`column.${column}`))
}

/** A price list may be downloaded in one language and uploaded in another. */
let known: Map<string, PriceColumn> | undefined

/** The column that a header names, in any of our languages and however it is capitalized; null for another. */
export function columnOf(header: string): PriceColumn | null {
  known ??= new Map(
    locales.flatMap((locale) =>
      priceHeaders(locale).map((name, index) => [name.toLowerCase(), priceColumns[index] ?? 'number'] as const),
    ),
  )
  return known.get(header.normalize('NFC').toLowerCase()) ?? null
}
