import { describe, expect, it } from 'vitest'
import { currencies } from '#db/vocabulary/currencies.ts'
import { dataWriter } from './data-writer.ts'
import { compact, intlDataOf, type Moment, moments, type Unit } from './intl-data.ts'
import { writerOf } from './intl-writer.ts'
import { locales } from './locale.ts'

// The build gives the data to browsers whose Intl lacks a language: what the server wrote by Intl has to stay, letter for letter.
describe.each(locales.map((locale) => (locale === 'en' ? 'en-GB' : locale)))('what is known of %s', (locale) => {
  const byIntl = writerOf(locale)
  const byData = dataWriter(intlDataOf(locale, currencies))

  it('writes numbers, rates and money as Intl does', () => {
    const styles: Intl.NumberFormatOptions[] = [
      {},
      { maximumFractionDigits: 3 },
      { minimumFractionDigits: 2 },
      { style: 'percent', maximumFractionDigits: 2 },
      ...currencies.map((currency) => ({ style: 'currency' as const, currency })),
      { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 },
      { style: 'currency', currency: 'EUR', maximumFractionDigits: 4 },
    ]
    for (const value of [0, 1, -1, 0.255, 12.5, -999.99, 1000, 1234.5, 9999, 10_000, 123_456.789, -1_234_567.891])
      for (const options of styles)
        expect(byData.number(value, options), JSON.stringify([value, options])).toBe(byIntl.number(value, options))
    for (const amount of [10_000, 100_000_000]) {
      expect(byData.compact(amount)).toBe(byIntl.compact(amount))
      expect(byIntl.compact(amount)).toBe(new Intl.NumberFormat(locale, compact).format(amount))
    }
  })

  it('writes moments as Intl does, in every month, on every weekday, at every hour, in each zone', () => {
    for (let hours = 0; hours < 366 * 24; hours += 13) {
      const ms = Date.UTC(2026, 0, 1, 0, hours % 60) + hours * 3_600_000
      for (const kind of Object.keys(moments) as Moment[])
        for (const zone of ['UTC', 'Europe/Helsinki', 'America/New_York', 'Asia/Kathmandu'])
          expect(byData.moment(ms, kind, zone), `${ms} ${kind} ${zone}`).toBe(byIntl.moment(ms, kind, zone))
    }
  })

  it('writes distances, lists and countries as Intl does', () => {
    for (const unit of ['day', 'hour', 'minute'] satisfies Unit[])
      for (const count of [-12_345, -30, -3, -2, -1, -0, 0, 1, 2, 3, 5, 21, 59, 1000, 10_000, 1_000_000])
        expect(byData.relative(count, unit), `${count} ${unit}`).toBe(byIntl.relative(count, unit))
    for (const names of [[], ['Ann'], ['Ann', 'Ben'], ['Ann', 'Ben', 'Cleo'], ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']])
      expect(byData.list(names)).toBe(byIntl.list(names))
    const codes = ['FI', 'SE', 'AL', 'XK', 'GB', 'US', 'AX', 'CH', 'TR', 'DK']
    expect(codes.map(byData.country)).toEqual(codes.map(byIntl.country))
    expect([...codes].sort(byData.compareCountries)).toEqual([...codes].sort(byIntl.compareCountries))
  })
})
