import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Unit } from './intl-data.ts'
import { writerOf } from './intl-writer.ts'

/** The reader's time zone (IANA name) and how their language writes values (BCP 47); the root of the page provides them. */
export const FormatContext = createContext<{ timeZone: string; formats?: string }>({ timeZone: 'Europe/Helsinki' })

const relativeSteps: ReadonlyArray<[Unit, number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/**
 * Formats values as the reader writes them: `locale` is a language or one of its regions, where English by itself is British.
 * Times are UTC epoch ms, shown in `timeZone`; dates without time are `YYYY-MM-DD`.
 */
export function formatFor(locale: string, timeZone: string) {
  const language = locale === 'en' ? 'en-GB' : locale
  const write = writerOf(language)
  return {
    locale: language,
    timeZone,
    /** `cents` of `currency` with its decimals; whole amounts without them on request. Nothing is rounded. */
    money: (cents: number, currency: string, options: { decimals?: boolean } = {}) =>
      write.number(cents / 100, {
        style: 'currency',
        currency,
        ...(options.decimals === false && cents % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
      }),
    /** An amount of whole euros in short, "€10K"; only those of `compactAmounts`. */
    compactEuros: (amount: number) => write.compact(amount),
    number: (value: number) => write.number(value, {}),
    /** A quantity in thousandths. */
    quantity: (milli: number) => write.number(milli / 1000, { maximumFractionDigits: 3 }),
    /** A rate in basis points. */
    percent: (basisPoints: number) =>
      write.number(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
    time: (ms: number) => write.moment(ms, 'time', timeZone),
    /** A day as a heading says it: "Monday 1 June", with the year on request. */
    day: (ms: number, options: { year?: boolean } = {}) =>
      write.moment(ms, options.year ? 'dayOfYear' : 'day', timeZone),
    dateTime: (ms: number) => write.moment(ms, 'dateTime', timeZone),
    /** The day of a moment (epoch ms) in the reader's zone, or a `YYYY-MM-DD` as it stands. */
    date: (value: number | string) =>
      typeof value === 'number'
        ? write.moment(value, 'date', timeZone)
        : write.moment(Date.parse(`${value}T00:00:00Z`), 'date', 'UTC'),
    /** The distance from `now`, in the largest fitting unit: "in 3 days", "2 hours ago". */
    relative: (ms: number, now: number) => {
      const distance = ms - now
      const [unit, size] = relativeSteps.find(([, step]) => Math.abs(distance) >= step) ?? ['minute', 60_000]
      return write.relative(Math.round(distance / size), unit)
    },
    /** "Ann, Ben and Cleo". */
    list: (items: string[]) => write.list(items),
    /** The name of a country by its ISO 3166 code. */
    country: (code: string) => write.country(code),
    /** Codes of countries in the order of their names. */
    sortCountries: (codes: readonly string[]) => [...codes].sort(write.compareCountries),
  }
}

export type Format = ReturnType<typeof formatFor>

/** The reader's formats, in the language of the page. */
export function useFormat(): Format {
  const { language } = useTranslation().i18n
  const { timeZone, formats = language } = useContext(FormatContext)
  return useMemo(() => formatFor(formats, timeZone), [formats, timeZone])
}
