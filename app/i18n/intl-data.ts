/** Date and time formats of the pages, by the fields that they show. */
export const moments = {
  time: { timeStyle: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type Moment = keyof typeof moments
export type Unit = 'day' | 'hour' | 'minute'

/** Amounts with a short form: the project sizes on the landing page, in euros. */
const compactAmounts = [10_000, 100_000_000]
export const compact = {
  style: 'currency',
  currency: 'EUR',
  notation: 'compact',
  maximumFractionDigits: 0,
} as const satisfies Intl.NumberFormatOptions

/** A piece of a date: fixed text, a field with words for its values, or a field with a minimum number of digits. */
type Piece = string | { field: Field; words: string[] } | { field: Field; digits: number }
type Field = 'weekday' | 'month' | 'day' | 'year' | 'hour' | 'minute' | 'dayPeriod'

/** A language's formats, taken from an `Intl` that knows it, for browsers whose `Intl` does not. */
export type IntlData = {
  decimal: string
  group: string
  /** The number of digits from which thousands are grouped. */
  groupedFrom: number
  /** The text around a number, which `0` stands for: for zero and above, and for negative numbers. */
  around: Record<string, [positive: string, negative: string]>
  compact: Record<string, string>
  moments: Record<Moment, Piece[]>
  relative: Record<Unit, { near: Record<string, string>; past: Record<string, string>; future: Record<string, string> }>
  list: [pair: string, between: string, last: string]
  /** Every country by code, in the language's alphabetical order. */
  countries: Array<[code: string, name: string]>
}

/** Extracts a language's formats from this `Intl`, which must know the language, as the build's does. */
export function intlDataOf(locale: string, currencies: readonly string[]): IntlData {
  const of = (options: Intl.NumberFormatOptions, value: number) =>
    new Intl.NumberFormat(locale, options).formatToParts(value)
  const part = (value: number, type: string) => of({}, value).find((each) => each.type === type)?.value ?? ''
  const isDigits = (type: string) => ['integer', 'group', 'decimal', 'fraction'].includes(type)
  const around = (options: Intl.NumberFormatOptions): [string, string] => {
    const write = (value: number) => {
      const parts = of({ ...options, maximumFractionDigits: 0 }, value)
      return parts.map(({ type, value: text }) => (isDigits(type) ? '0' : text)).join('')
    }
    return [write(1), write(-1)]
  }
  const styles: Array<[string, Intl.NumberFormatOptions]> = [
    ['decimal', {}],
    ['percent', { style: 'percent' }],
    ...currencies.map((currency): [string, Intl.NumberFormatOptions] => [currency, { style: 'currency', currency }]),
  ]
  const list = new Intl.ListFormat(locale).format(['0', '1', '2', '3'])
  const [, pair = ''] = new Intl.ListFormat(locale).format(['0', '1']).split(/[01]/)
  const [, between = '', , last = ''] = list.split(/[0-3]/)
  return {
    decimal: part(1.5, 'decimal'),
    group: part(1_000_000, 'group'),
    groupedFrom: part(1000, 'group') ? 4 : 5,
    around: Object.fromEntries(styles.map(([name, options]) => [name, around(options)])),
    compact: Object.fromEntries(
      compactAmounts.map((amount) => [amount, new Intl.NumberFormat(locale, compact).format(amount)]),
    ),
    moments: Object.fromEntries(
      Object.entries(moments).map(([name, options]) => [name, piecesOf(locale, options)]),
    ) as IntlData['moments'],
    relative: {
      day: distancesOf(locale, 'day'),
      hour: distancesOf(locale, 'hour'),
      minute: distancesOf(locale, 'minute'),
    },
    list: [pair, between, last],
    countries: countriesOf(locale),
  }
}

function piecesOf(locale: string, options: Intl.DateTimeFormatOptions): Piece[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const at = (month: number, day: number, hour: number) => {
    const ms = Date.UTC(2021, month, day, hour, 5)
    const parts = format.formatToParts(ms)
    // V8 writes an ordinary space instead of a narrow one when it formats, and only there.
    if (format.format(ms).includes('\u202F')) return parts
    return parts.map((part) => ({ ...part, value: part.value.replaceAll('\u202F', ' ') }))
  }
  const words = (count: number, parts: (index: number) => Intl.DateTimeFormatPart[], place: number) =>
    Array.from({ length: count }, (_, index) => parts(index)[place]?.value ?? '')
  return at(1, 3, 4).map(({ type, value }, place): Piece => {
    switch (type) {
      case 'weekday':
        // 3 January 2021 was a Sunday.
        return { field: type, words: words(7, (index) => at(0, 3 + index, 4), place) }
      case 'month':
        return { field: type, words: words(12, (index) => at(index, 3, 4), place) }
      case 'hour':
      case 'dayPeriod':
        return { field: type, words: words(24, (index) => at(1, 3, index), place) }
      case 'day':
      case 'minute':
      case 'year':
        return { field: type, digits: value.length }
      default:
        return value
    }
  })
}

function distancesOf(locale: string, unit: Unit): IntlData['relative'][Unit] {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const rules = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  const forms = (sign: 1 | -1) =>
    Object.fromEntries(
      [1, 5, 1_000_000].map((count) => [
        rules.select(count),
        format.format(sign * count, unit).replace(number.format(count), '0'),
      ]),
    )
  return {
    near: Object.fromEntries([-2, -1, 0, 1, 2].map((count) => [count, format.format(count, unit)])),
    past: forms(-1),
    future: forms(1),
  }
}

function countriesOf(locale: string): IntlData['countries'] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): Array<[string, string]> => {
      const name = names.of(code)
      return name === undefined ? [] : [[code, name]]
    })
    .sort(([, a], [, b]) => a.localeCompare(b, locale))
}
