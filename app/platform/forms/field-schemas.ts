import { z } from 'zod'
import { businessDay } from '#app/platform/business-day.ts'
import { isDateText } from '#app/platform/local-time.ts'
import { parseAmount, parseExchangeRate, parseQuantity, parseUnitPrice } from '#app/platform/money.ts'

/** Zero-width space, word joiner and byte order mark: invisible characters that come along with pasted text. */
const invisible = /[\u200b\u2060\ufeff]/g
/**
 * Control characters other than line ends and tabs, and characters that override or isolate text direction (Unicode UAX
 * 9).
 */
const misleading = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const lineEnds = /[\t\n\r]/g

/**
 * A character that shows something. Default_Ignorable_Code_Point (Unicode UAX 44) holds the Hangul fillers, which are letters;
 * the blank Braille pattern is a symbol without a dot.
 */
const visible = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** In one Unicode form, trimmed, and without what nobody sees: '' when nothing of it shows. */
export function cleaned(typed: string): string {
  // A browser sends the lines of a text with CRLF.
  const text = typed.normalize('NFC').replace(/\r\n?/g, '\n').replace(invisible, '').trim()
  return visible.test(text) ? text : ''
}

/** Characters of Unicode's category Cf, which show nothing themselves, but for those that reverse the text: they are refused. */
const format = /(?![\u202a-\u202e\u2066-\u2069])\p{Cf}/gu

/** A name in one spelling: on one line, in Unicode NFKC, and without what could make it pass for another. */
const cleanedName = (typed: string): string => cleaned(typed.normalize('NFKC').replace(format, '')).replace(/\s+/g, ' ')

/** Rejects characters that hide or reverse part of a text. */
export const isPlain = (typed: string) => !misleading.test(typed.replace(lineEnds, ''))

/** Required text: in Unicode NFC, trimmed, and with at least one visible character. */
export const requiredText = (max: number) => requiredAs(cleaned, max)

/** Required name of a person or a company. */
export const requiredName = (max: number) => requiredAs(cleanedName, max)

const requiredAs = (clean: (typed: string) => string, max: number) =>
  z
    .string({ error: 'validation:required' })
    .overwrite(clean)
    .min(1, 'validation:required')
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')

/** Optional text, undefined when empty; otherwise like `requiredText`. */
export const optionalText = (max: number) => optionalAs(cleaned, max)

/** Optional name of a person or a company. */
export const optionalName = (max: number) => optionalAs(cleanedName, max)

const optionalAs = (clean: (typed: string) => string, max: number) =>
  z
    .string()
    .overwrite(clean)
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')
    .optional()

const [firstDay, lastDay] = ['2000-01-01', '2100-12-31']

/** Whether a day (YYYY-MM-DD) is plausible for a project, contract or invoice. */
export const isSensibleDay = (day: string) => firstDay <= day && day <= lastDay

/** Required day, as YYYY-MM-DD. */
export const requiredDay = z
  .string({ error: 'validation:required' })
  .refine(isDateText, 'validation:date')
  .refine((day) => !isDateText(day) || isSensibleDay(day), 'validation:dateRange')

/** Optional day; null when empty. */
export const optionalDay = requiredDay.optional().transform((day) => day ?? null)

/** Required day up to today; a later one is refused with `message`. The verb checks again, at the time of its transaction. */
export const dayUpToToday = (message: string) =>
  requiredDay.refine((day) => !isSensibleDay(day) || day <= businessDay(Date.now()), message)

/** Optional day from today on; an earlier one is refused with `message`, and null when empty. */
export const dayFromToday = (message: string) =>
  optionalDay.refine((day) => day === null || !isSensibleDay(day) || day >= businessDay(Date.now()), message)

/** More than anything costs, in cents: 100 000 million. Sums of all lines below it can always be counted with. */
export const maxCents = 10_000_000_000_000
/** More of a unit than any line has, in thousandths: ten million. */
const maxQuantityMilli = 10_000_000_000
/** Longer than any such number is written. */
const maxDigits = 40

/** How the person who fills in the form writes a number. */
type NumberFormat = { decimalMark: ',' | '.' }

/** An amount as a person writes it, in cents, zero among them; null where it is left out. */
export const optionalAmount = ({ decimalMark }: NumberFormat) =>
  numberField('validation:amount', maxCents, (typed) => parseAmount(typed, decimalMark))

/** An amount above zero as a person writes it, in cents. */
export const requiredAmount = (format: NumberFormat) =>
  optionalAmount(format).transform((cents, issues) => {
    if (cents !== null && cents > 0) return cents
    issues.addIssue({ code: 'custom', message: cents === null ? 'validation:required' : 'validation:amountPositive' })
    return z.NEVER
  })

/** The price of one unit as a person writes it, in ten-thousandths of the currency's unit; null where it is left out. */
export const optionalUnitPrice = ({ decimalMark }: NumberFormat) =>
  numberField('validation:unitPrice', maxCents * 100, (typed) => parseUnitPrice(typed, decimalMark))

/** A rate of exchange above zero as a person writes it, in millionths; null where it is left out. */
export const optionalExchangeRate = ({ decimalMark }: NumberFormat) =>
  numberField(
    'validation:exchangeRate',
    1_000_000_000_000,
    (typed) => parseExchangeRate(typed, decimalMark),
    'validation:exchangeRate',
  )

/** Whether a line costs more than anything does. Asked before it is multiplied: the product may be more than can be counted with. */
export const costsTooMuch = (quantityMilli: number, unitPriceE4: number): boolean =>
  (quantityMilli / 1000) * (unitPriceE4 / 100) > maxCents

/** A quantity above zero as a person writes it, in thousandths; null where it is left out. */
export const optionalQuantity = ({ decimalMark }: NumberFormat) =>
  numberField(
    'validation:quantity',
    maxQuantityMilli,
    (typed) => parseQuantity(typed, decimalMark),
    'validation:quantityPositive',
  )

/** Why a number could not be read: it is negative, longer than a whole number can be, or not one at all. */
function problemOf(typed: string, unreadable: string): string {
  if (/^\s*[-−]\s*\d/.test(typed)) return 'validation:negative'
  return /^\d{13,}$/.test(typed.replace(/[\s'’]/g, '')) ? 'validation:tooLarge' : unreadable
}

/** A number up to `max`, and not zero where `zero` says why. */
const numberField = (unreadable: string, max: number, read: (typed: string) => number | null, zero?: string) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const number = typed.length > maxDigits ? Number.POSITIVE_INFINITY : read(typed)
      if (number === 0 && zero) issues.addIssue({ code: 'custom', message: zero })
      else if (number === null) issues.addIssue({ code: 'custom', message: problemOf(typed, unreadable) })
      else if (number > max) issues.addIssue({ code: 'custom', message: 'validation:tooLarge' })
      else return number
      return z.NEVER
    })
