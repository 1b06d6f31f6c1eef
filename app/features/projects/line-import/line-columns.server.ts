import { i18nFor } from '#app/i18n/i18n.server.ts'
import { type Locale, locales } from '#app/i18n/locale.ts'
import { type PriceForm, priceForms } from '#db/vocabulary/projects.ts'
import { type LineColumn, lineColumns } from './request-lines.ts'

/** The headers of a list of requested lines in a language: those of a bidder's price list, and those of the price form and of options. */
export function lineHeaders(locale: Locale): string[] {
  const t = i18nFor(locale).getFixedT(null, 'bidimport')
  const tForms = i18nFor(locale).getFixedT(null, 'priceforms')
  return lineColumns.map((column) => {
    if (column === 'priceForm') return tForms('label')
    return column === 'option' ? tForms('option.name') : t(`column.${column}`)
  })
}

/** The names of the price forms in a language. */
export function priceFormNames(locale: Locale): string[] {
  const t = i18nFor(locale).getFixedT(null, 'priceforms')
  return priceForms.map((form) => t(`name.${form}`))
}

/** Which of `values` a word names in any language, however it is capitalized. A list may be written in one and uploaded in another. */
function known<Value>(namesOf: (locale: Locale) => readonly string[], values: readonly Value[]) {
  let words: Map<string, Value> | undefined
  const plain = (word: string) => word.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  return (word: string): Value | null => {
    words ??= new Map(
      locales.flatMap((locale) =>
        namesOf(locale).flatMap((name, index) => {
          const value = values[index]
          return value === undefined ? [] : [[plain(name), value] as const]
        }),
      ),
    )
    return words.get(plain(word)) ?? null
  }
}

/** The column that a header names; null for another. */
export const lineColumnOf: (header: string) => LineColumn | null = known(lineHeaders, lineColumns)

/** The price form by its name; null for another word. */
export const priceFormOf: (name: string) => PriceForm | null = known(priceFormNames, priceForms)

/** The words by which a list marks an option, and the one for any other line. */
export function optionWords(locale: Locale): [yes: string, no: string] {
  const t = i18nFor(locale).getFixedT(null, 'priceforms')
  return [t('option.yes'), t('option.no')]
}

const yesOrNo = known(optionWords, [true, false])

/** Whether a word says that a line is an option: yes or no in any language, a cross, or the name of the column; null for another word. */
export function isYes(word: string): boolean | null {
  if (lineColumnOf(word) === 'option' || word.toLowerCase() === 'x') return true
  return yesOrNo(word)
}
