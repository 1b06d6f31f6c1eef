import { compact, type Moment, moments, type Unit } from './intl-data.ts'

/**
 * Formats values in one language, with `Intl` or, where the browser's lacks the language, with the data of the
 * server's.
 */
export type Writer = {
  number: (value: number, options: Intl.NumberFormatOptions) => string
  compact: (amount: number) => string
  moment: (ms: number, kind: Moment, timeZone: string) => string
  relative: (count: number, unit: Unit) => string
  list: (items: string[]) => string
  country: (code: string) => string
  compareCountries: (a: string, b: string) => number
}

const writers = new Map<string, Writer>()

/** The writer of a language (BCP 47), created once. */
export function writerOf(locale: string): Writer {
  let writer = writers.get(locale)
  if (!writer) {
    writer = intlWriter(locale)
    writers.set(locale, writer)
  }
  return writer
}

/** Formats this language with `writer` from now on. */
export function writeBy(locale: string, writer: Writer): void {
  writers.set(locale, writer)
}

function intlWriter(locale: string): Writer {
  const numbers = kept((key) => new Intl.NumberFormat(locale, JSON.parse(key) as Intl.NumberFormatOptions))
  const times = kept((key) => {
    const [kind, timeZone] = key.split(' ') as [Moment, string]
    return new Intl.DateTimeFormat(locale, { ...moments[kind], timeZone })
  })
  const relative = kept(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const lists = kept(() => new Intl.ListFormat(locale))
  const countries = kept(() => new Intl.DisplayNames([locale], { type: 'region' }))
  const order = kept(() => new Intl.Collator(locale))
  const country = (code: string) => countries('').of(code) ?? code
  return {
    number: (value, options) => numbers(JSON.stringify(options)).format(value),
    compact: (amount) => numbers(JSON.stringify(compact)).format(amount),
    moment: (ms, kind, timeZone) => times(`${kind} ${timeZone}`).format(ms),
    relative: (count, unit) => relative('').format(count, unit),
    list: (items) => lists('').format(items),
    country,
    compareCountries: (a, b) => order('').compare(country(a), country(b)),
  }
}

/** Creates each value once, because creating an `Intl` object takes a hundred times as long as using it. */
export function kept<Made>(make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>()
  return (key) => {
    let made = known.get(key)
    if (!made) {
      made = make(key)
      known.set(key, made)
    }
    return made
  }
}
