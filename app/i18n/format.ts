import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localDateTimeText } from '#app/platform/local-time.ts'
import type { Unit } from './intl-data.ts'
import { writerOf } from './intl-writer.ts'

/** The user's time zone (IANA name) and formatting locale (BCP 47), provided by the root of the page. */
export const FormatContext = createContext<{ timeZone: string; formats?: string }>({ timeZone: 'Europe/Helsinki' })

const relativeSteps: ReadonlyArray<[Unit, number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/**
 * Formats values for a locale: a language or one of its regions; plain English is British. Times are UTC epoch ms,
 * shown in `timeZone`; dates without a time are `YYYY-MM-DD`.
 */
export function formatFor(locale: string, timeZone: string) {
  const language = locale === 'en' ? 'en-GB' : locale
  const write = writerOf(language)
  /** Intl writes a hyphen as the minus in most languages; a true minus is as wide as a digit, and no line breaks after it. */
  const number = (value: number, options: Intl.NumberFormatOptions) => {
    const text = write.number(value, options)
    return value < 0 ? text.replace('-', '\u2212') : text
  }
  const zone = timeZone.replaceAll('_', ' ')
  return {
    locale: language,
    timeZone,
    /** The name of the time zone, to show. */
    zone,
    /** `cents` of `currency` with decimals, or on request without them for whole amounts. Never rounds. */
    money: (cents: number, currency: string, options: { decimals?: boolean } = {}) =>
      number(cents / 100, {
        style: 'currency',
        currency,
        ...(options.decimals === false && cents % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
      }),
    /** A rate of exchange in millionths. */
    exchangeRate: (rateE6: number) =>
      number(rateE6 / 1_000_000, { minimumFractionDigits: 4, maximumFractionDigits: 6 }),
    /** The price of one unit, in ten-thousandths of the currency's unit, with two to four decimals. Never rounds. */
    unitPrice: (unitPriceE4: number, currency: string) =>
      number(unitPriceE4 / 10_000, { style: 'currency', currency, maximumFractionDigits: 4 }),
    /** A short amount of whole euros, "€10K"; only those in `compactAmounts`. */
    compactEuros: (amount: number) => write.compact(amount),
    number: (value: number) => number(value, {}),
    /** A quantity in thousandths. */
    quantity: (milli: number) => number(milli / 1000, { maximumFractionDigits: 3 }),
    /** Points in hundredths, always with two decimals, so that they stand below each other. */
    points: (centi: number) => number(centi / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    /** A rate in basis points. */
    percent: (basisPoints: number) => number(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
    time: (ms: number) => write.moment(ms, 'time', timeZone),
    /** A day for a heading: "Monday 1 June", with the year on request. */
    day: (ms: number, options: { year?: boolean } = {}) =>
      write.moment(ms, options.year ? 'dayOfYear' : 'day', timeZone),
    dateTime: (ms: number) => write.moment(ms, 'dateTime', timeZone),
    /** A moment on which rights depend, with the name of the zone that it is shown in: "1 June 2026, 12:00 (Europe/Helsinki)". */
    deadline: (ms: number) => `${write.moment(ms, 'dateTime', timeZone)} (${zone})`,
    /** The day of a moment (epoch ms) in the user's time zone, or a given `YYYY-MM-DD`. */
    date: (value: number | string) =>
      typeof value === 'number'
        ? write.moment(value, 'date', timeZone)
        : write.moment(Date.parse(`${value}T00:00:00Z`), 'date', 'UTC'),
    /** The distance from `now` in the largest unit that fits: "in 3 days", "2 hours ago". */
    relative: (ms: number, now: number) => {
      const distance = ms - now
      const [unit, size] = relativeSteps.find(([, step]) => Math.abs(distance) >= step) ?? ['minute', 60_000]
      return write.relative(Math.round(distance / size), unit)
    },
    /** How far a day (`YYYY-MM-DD`) is from the user's today: "today", "tomorrow", "in 3 days". */
    relativeDay: (day: string, now: number) => {
      const today = localDateTimeText(now, timeZone).slice(0, 10)
      return write.relative(Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000), 'day')
    },
    /** "Ann, Ben and Cleo". */
    list: (items: string[]) => write.list(items),
    /** A country's name by its ISO 3166 code. */
    country: (code: string) => write.country(code),
    /** Country codes sorted by name. */
    sortCountries: (codes: readonly string[]) => [...codes].sort(write.compareCountries),
  }
}

export type Format = ReturnType<typeof formatFor>

/**
 * Parameters of a text with each amount (`totalCents`, in `currency`) and each moment (`changedAt`, UTC epoch ms) also under its name
 * without the unit, as written in `locale` and in `timeZone`, unless the parameters have that name already.
 */
export function withAmounts<Value>(
  params: Record<string, Value>,
  locale: string,
  timeZone = 'Europe/Helsinki',
): Record<string, Value | string> {
  const amounts = Object.entries(params).filter(([name]) => name.endsWith('Cents'))
  const moments = Object.entries(params).filter(
    ([name, ms]) => name.endsWith('At') && typeof ms === 'number' && !(name.slice(0, -2) in params),
  )
  if (amounts.length === 0 && moments.length === 0) return params
  const { money, dateTime } = formatFor(locale, timeZone)
  const written = amounts.map(([name, cents]) => [
    name.slice(0, -5),
    money(Number(cents), String(params.currency ?? 'EUR')),
  ])
  const told = moments.map(([name, ms]) => [name.slice(0, -2), dateTime(Number(ms))])
  return { ...params, ...Object.fromEntries([...written, ...told]) }
}

/** The user's formatters, in the language of the page. */
export function useFormat(): Format {
  const { language } = useTranslation().i18n
  const { timeZone, formats = language } = useContext(FormatContext)
  return useMemo(() => formatFor(formats, timeZone), [formats, timeZone])
}
