import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The reader's time zone (IANA name); the root of the page provides it. */
export const TimeZoneContext = createContext('Europe/Helsinki')

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = cache.get(key)
  if (known) return known as T
  const made = make()
  cache.set(key, made)
  return made
}

const relativeSteps: ReadonlyArray<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats values as the reader writes them. Times are UTC epoch ms, shown in `timeZone`; dates without time are `YYYY-MM-DD`. */
export function formatFor(locale: string, timeZone: string) {
  const number = (options: Intl.NumberFormatOptions) =>
    cached(`n:${locale}:${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
  const time = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    cached(
      `d:${locale}:${zone}:${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }),
    )
  return {
    locale,
    timeZone,
    /** `cents` of `currency` with its decimals; whole amounts without them on request. Nothing is rounded. */
    money: (cents: number, currency: string, options: { decimals?: boolean } = {}) =>
      number({
        style: 'currency',
        currency,
        ...(options.decimals === false && cents % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
      }).format(cents / 100),
    number: (value: number) => number({}).format(value),
    /** A quantity in thousandths. */
    quantity: (milli: number) => number({ maximumFractionDigits: 3 }).format(milli / 1000),
    /** A rate in basis points. */
    percent: (basisPoints: number) =>
      number({ style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000),
    time: (ms: number) => time({ timeStyle: 'short' }).format(ms),
    /** A day as a heading says it: "Monday 1 June", with the year on request. */
    day: (ms: number, options: { year?: boolean } = {}) =>
      time({ weekday: 'long', day: 'numeric', month: 'long', ...(options.year && { year: 'numeric' }) }).format(ms),
    dateTime: (ms: number) => time({ dateStyle: 'medium', timeStyle: 'short' }).format(ms),
    /** The day of a moment (epoch ms) in the reader's zone, or a `YYYY-MM-DD` as it stands. */
    date: (value: number | string) =>
      typeof value === 'number'
        ? time({ dateStyle: 'medium' }).format(value)
        : time({ dateStyle: 'medium' }, 'UTC').format(Date.parse(`${value}T00:00:00Z`)),
    /** The distance from `now`, in the largest fitting unit: "in 3 days", "2 hours ago". */
    relative: (ms: number, now: number) => {
      const distance = ms - now
      const [unit, size] = relativeSteps.find(([, step]) => Math.abs(distance) >= step) ?? ['minute', 60_000]
      return cached(`r:${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
        Math.round(distance / size),
        unit,
      )
    },
  }
}

export type Format = ReturnType<typeof formatFor>

/** The reader's formats, in the language of the page. */
export function useFormat(): Format {
  const { i18n } = useTranslation()
  const timeZone = useContext(TimeZoneContext)
  return useMemo(() => formatFor(i18n.language, timeZone), [i18n.language, timeZone])
}
