import { compact, type IntlData } from './intl-data.ts'
import { kept, type Writer } from './intl-writer.ts'

/** A language that every browser's `Intl` has; it provides counting, rounding and time zones. */
const everywhere = 'en-GB'

/** Formats a language from `data`, character for character like an `Intl` that knows the language. */
export function dataWriter(data: IntlData): Writer {
  const clocks = kept(
    (timeZone) =>
      new Intl.DateTimeFormat(everywhere, {
        timeZone,
        weekday: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      }),
  )
  const numbers = kept((key) => new Intl.NumberFormat(everywhere, JSON.parse(key) as Intl.NumberFormatOptions))
  const names = new Map(data.countries)
  const places = new Map(data.countries.map(([code], place) => [code, place]))
  const number: Writer['number'] = (value, options) => {
    const parts = numbers(JSON.stringify(options)).formatToParts(value)
    const of = (wanted: string) => parts.flatMap(({ type, value: text }) => (type === wanted ? [text] : [])).join('')
    const whole = of('integer')
    const grouped = whole.length < data.groupedFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, data.group)
    const digits = of('fraction') ? `${grouped}${data.decimal}${of('fraction')}` : grouped
    const style = options.style === 'currency' ? (options.currency ?? '') : (options.style ?? 'decimal')
    const [positive, negative] = data.around[style] ?? ['0', '-0']
    return (of('minusSign') ? negative : positive).replace('0', digits)
  }
  return {
    number,
    compact: (amount) => data.compact[amount] ?? number(amount, { style: 'currency', currency: compact.currency }),
    moment(ms, kind, timeZone) {
      const parts = clocks(timeZone).formatToParts(ms)
      const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
      const index = {
        weekday: weekdays.indexOf(of('weekday')),
        month: Number(of('month')) - 1,
        day: Number(of('day')),
        year: Number(of('year')),
        hour: Number(of('hour')),
        minute: Number(of('minute')),
        dayPeriod: Number(of('hour')),
      }
      return data.moments[kind]
        .map((piece) => {
          if (typeof piece === 'string') return piece
          const value = index[piece.field]
          return 'words' in piece ? piece.words[value] : String(value).padStart(piece.digits, '0')
        })
        .join('')
    },
    relative(count, unit) {
      const { near, past, future } = data.relative[unit]
      const known = near[count]
      if (known !== undefined) return known
      const forms = count < 0 ? past : future
      const form = forms[new Intl.PluralRules(everywhere).select(Math.abs(count))] ?? forms.other ?? ''
      return form.replace('0', number(Math.abs(count), {}))
    },
    list([first = '', ...others]) {
      const [pair, between, last] = data.list
      if (others.length < 2) return [first, ...others].join(pair)
      return others.reduce((text, item, index) => text + (index === others.length - 1 ? last : between) + item, first)
    },
    country: (code) => names.get(code) ?? code,
    compareCountries: (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
