import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatFor } from './format.ts'
import { acceptedTags, formatsFor, knownTag, languages, localeFor } from './languages.ts'
import { directionOf, locales } from './locale.ts'

describe('the languages', () => {
  it('are more than fifty, each known to Intl and named once', () => {
    expect(languages.length).toBeGreaterThanOrEqual(50)
    expect(new Set(languages.map(({ tag }) => tag)).size).toBe(languages.length)
    expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length)
    expect(Intl.getCanonicalLocales(languages.map(({ tag }) => tag))).toEqual(languages.map(({ tag }) => tag))
    for (const wanted of ['ar', 'he', 'ur']) expect(knownTag(wanted)).toBe(wanted)
  })

  it('are fully translated in eight, by files of the same names', () => {
    expect([...locales]).toEqual(['en', 'es', 'fr', 'de', 'fi', 'sv', 'nb', 'sq'])
    const files = (locale: string) => readdirSync(`app/i18n/locales/${locale}`).sort()
    for (const locale of locales) expect(files(locale), locale).toEqual(files('en'))
    expect(readdirSync('app/i18n/bundles').sort()).toEqual([...locales].map((locale) => `${locale}.ts`).sort())
  })

  it.each([
    ['se', 'sv'],
    ['no', 'nb'],
    ['nn', 'nb'],
    ['al', 'sq'],
    ['SE', 'sv'],
    ['nb-NO', 'nb'],
    ['fi_FI', 'fi'],
    ['de-AT', 'de'],
    ['zh-Hant-TW', 'zh'],
  ])('know %s as %s', (asked, tag) => expect(knownTag(asked)).toBe(tag))

  it.each(['', 'klingon', 'x', '../en', 'en"', '__proto__', 'constructor', 'toString'])('do not know %j', (asked) => {
    const tag = knownTag(asked)
    expect(tag === null || acceptedTags.includes(tag)).toBe(true)
    if (asked !== 'en"') expect(tag).toBe(null)
    expect(locales).toContain(localeFor(asked))
  })

  it('fall back to English in whole, direction included', () => {
    for (const tag of ['ar', 'he', 'ur', 'fa', 'ja', 'tr', null, undefined, 'klingon']) {
      expect(localeFor(tag)).toBe('en')
      expect(directionOf(localeFor(tag))).toBe('ltr')
    }
    for (const locale of locales) expect(localeFor(locale)).toBe(locale)
  })

  it('know what is written from right to left', () => {
    for (const tag of ['ar', 'he', 'ur', 'ar-EG']) expect(directionOf(tag)).toBe('rtl')
    for (const locale of locales) expect(directionOf(locale)).toBe('ltr')
  })
})

describe('values', () => {
  it.each(locales)('are written by Intl in %s', (locale) => {
    const format = formatFor(locale, 'Europe/Helsinki')
    expect(format.money(123_456, 'EUR')).toBe(
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(1234.56),
    )
    expect(format.date('2026-06-01')).toContain('2026')
    expect(format.percent(2550)).toMatch(/25[.,]5/)
    expect(format.quantity(1500)).toMatch(/1[.,]5/)
    for (const text of [format.relative(0, 86_400_000 * 3), format.relative(60_000 * 5, 0), format.relative(0, 0)])
      expect(text).not.toContain('NaN')
  })

  it('are in the time zone of the reader, on both sides of midnight and of summer time', () => {
    const late = Date.UTC(2026, 5, 1, 22, 30)
    expect(formatFor('en', 'Europe/Helsinki').date(late)).toContain('2')
    expect(formatFor('en', 'America/New_York').date(late)).toContain('1')
    const winter = Date.UTC(2026, 0, 1, 12)
    expect(formatFor('fi', 'Europe/Helsinki').dateTime(winter)).toContain('14.00')
    expect(formatFor('fi', 'Europe/Helsinki').dateTime(Date.UTC(2026, 6, 1, 12))).toContain('15.00')
  })
})

describe('English values', () => {
  it.each([
    [null, 'en-GB'],
    ['', 'en-GB'],
    ['en', 'en-GB'],
    ['en;q=0.9', 'en-GB'],
    ['en-US,en;q=0.9', 'en-US'],
    ['EN-us', 'en-US'],
    ['en-AU', 'en-AU'],
    ['fi-FI,fi;q=0.9,en-US;q=0.8,en;q=0.7', 'en-GB'],
    ['en-XX', 'en-GB'],
    ['*', 'en-GB'],
  ])('are for a browser that asks for %j written as %s', (asked, formats) => {
    expect(formatsFor('en', asked)).toBe(formats)
  })

  it('are British by themselves; those of other languages are their own', () => {
    const moment = Date.UTC(2026, 5, 1, 12)
    expect(formatFor('en', 'UTC').dateTime(moment)).toBe('1 Jun 2026, 12:00')
    expect(formatFor('en-US', 'UTC').date(moment)).toBe('Jun 1, 2026')
    expect(formatsFor('de', 'en-US')).toBe('de')
  })
})
