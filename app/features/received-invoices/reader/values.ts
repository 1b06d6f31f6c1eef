import { isDateText } from '#app/platform/local-time.ts'
import type { XmlElement } from '#app/platform/xml/xml-reader.ts'
import { type Currency, currencies } from '#db/vocabulary/currencies.ts'
import { type VatCategory, vatCategories } from '#db/vocabulary/invoicing.ts'
import { FileError } from './file-error.ts'

/** More lines than a page can show. */
export const maxLines = 1000

const unseen = /[\p{Cc}\p{Cf}]+/gu

/** A text as a page shows it: on one line, without what nobody sees, cut to a length; null when nothing of it is left. */
export function shownText(text: string | undefined, max = 300): string | null {
  const plain = (text ?? '').normalize('NFC').replace(unseen, ' ').replace(/\s+/g, ' ').trim()
  return plain === '' ? null : Array.from(plain).slice(0, max).join('')
}

/**
 * A decimal number with a point or a comma, in units of so many decimals. Further decimals are rounded half away from zero, or refused where they must be
 * zero (`exact`), as those of an amount (EN 16931, BR-DEC).
 * @throws FileError with the element's line
 */
export function scaled(element: XmlElement, decimals: number, { exact }: { exact: boolean }): number {
  const typed = element.text.trim()
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d{1,13})(?:[.,](\d{1,20}))?$/.exec(typed) ?? []
  const bad = () => new FileError('amount', element.line, { found: typed.slice(0, 40) || '–' })
  if (whole === '') throw bad()
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const rest = fraction.slice(decimals)
  if (exact && /[1-9]/.test(rest)) throw bad()
  const units = Number(BigInt(whole + kept) + (Number(rest[0] ?? 0) >= 5 ? 1n : 0n))
  if (!Number.isSafeInteger(units)) throw bad()
  return sign === '-' && units !== 0 ? -units : units
}

/** An amount in cents. @throws FileError */
export const centsIn = (element: XmlElement): number => scaled(element, 2, { exact: true })

/** A day, `YYYY-MM-DD`, from ISO 8601 or from CCYYMMDD. @throws FileError with the element's line */
export function dayIn(element: XmlElement): string {
  const typed = element.text.trim()
  const day = /^\d{8}$/.test(typed) ? typed.replace(/^(\d{4})(\d\d)/, '$1-$2-') : typed.slice(0, 10)
  if (!isDateText(day)) throw new FileError('date', element.line, { found: typed.slice(0, 40) || '–' })
  return day
}

/** @throws FileError with the element's line, for a currency that the books do not keep */
export function currencyIn(stated: string, { line }: XmlElement): Currency {
  const found = currencies.find((one) => one === stated)
  if (!found) throw new FileError('currency', line, { found: stated.slice(0, 10) || '–' })
  return found
}

/** @throws FileError with the element's line, for a category that EN 16931 has not in Finland (such as those of the Canary Islands) */
export function categoryIn(stated: string, { line }: XmlElement): VatCategory {
  const found = vatCategories.find((one) => one === stated)
  if (!found) throw new FileError('vatCategory', line, { found: stated.slice(0, 10) || '–' })
  return found
}
