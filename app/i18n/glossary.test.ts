import { describe, expect, it } from 'vitest'
import { fixedTexts } from '#tests/setup/texts/fixed-texts.ts'
import { forbiddenIn, forbiddenWords } from '#tests/setup/texts/forbidden-words.ts'
import { glossary } from '#tests/setup/texts/glossary.ts'
import { readTexts, source, translated } from '#tests/setup/texts/locales.ts'
import { misset, typography } from '#tests/setup/texts/typography.ts'
import { type Locale, locales } from './locale.ts'

/** One text per rule that breaks it, and the same text set right. */
const samples: Array<[rule: string, locale: Locale, key: string, wrong: string, right: string]> = [
  ['quotation marks', 'en', 'bids:x', 'Open "Roof"', 'Open “Roof”'],
  ['quotation marks', 'de', 'bids:x', '“Dach” öffnen', '„Dach“ öffnen'],
  ['quotation marks', 'fr', 'bids:x', 'Ouvrir « Toit »', 'Ouvrir «\u202FToit\u202F»'],
  ['quotation marks', 'sv', 'bids:x', '“Tak”', '”Tak”'],
  ['quotation marks', 'en', 'bids:x', "You can't", 'You can’t'],
  ['the space before %', 'en', 'bids:x', '{{rate}}\u00A0% off', '{{rate}}% off'],
  ['the space before %', 'sq', 'bids:x', '0\u00A0% TVSH', '0% TVSH'],
  ['the space before %', 'nb', 'bids:x', '25 % mva.', '25\u00A0% mva.'],
  ['the space before %', 'fr', 'bids:x', '20\u00A0%', '20\u202F%'],
  ['French spaces', 'fr', 'bids:x', 'Total : 3', 'Total\u00A0: 3'],
  ['French spaces', 'fr', 'bids:x', 'Vraiment ?', 'Vraiment\u202F?'],
  ['the ellipsis', 'en', 'bids:x', 'Saving...', 'Saving…'],
  ['the ellipsis', 'nb', 'bids:x', 'Lagrer…', 'Lagrer …'],
  ['spaces', 'fi', 'bids:x', 'kaksi  sanaa', 'kaksi sanaa'],
  ['spaces', 'fi', 'bids:x', 'loppu ', 'loppu'],
  ['a count before a noun without plural forms', 'en', 'bids:x', '{{postings}} postings', 'Postings: {{postings}}'],
  [
    'a count before a noun without plural forms',
    'es',
    'bids:x',
    '{{sent, number}} enviadas',
    'Enviadas: {{sent, number}}',
  ],
  ['a count before a noun without plural forms', 'sv', 'bids:x', '{{count}} anbud', 'Anbud: {{count}}'],
]

describe('the rules of the texts', () => {
  it.each(samples)('%s in %s: break on %s %j, not on %j', (rule, locale, key, wrong, right) => {
    expect(misset(locale, key, wrong).join()).toContain(rule)
    expect(misset(locale, key, right)).toEqual([])
  })

  it('are each seen to break', () => {
    expect(new Set(samples.map(([rule]) => rule))).toEqual(new Set(typography.map(({ name }) => name)))
  })

  it.each(locales)('know every forbidden word of %s, and do not forbid what they say instead', (locale) => {
    for (const { not, say, in: where } of forbiddenWords[locale]) {
      const key = `${where?.[0] ?? 'x:'}x`
      if (typeof not === 'string')
        expect(forbiddenIn(locale, key, `A ${not.replaceAll('*', '')} b`).join('\n')).toContain(say)
    }
    for (const { say } of forbiddenWords[locale]) expect(forbiddenIn(locale, 'x:x', say)).toEqual([])
  })
})

describe.each(locales)('the texts in %s', (locale) => {
  const texts = [...readTexts(locale)]

  it('use the words of the glossary', () => {
    expect(texts.flatMap(([key, text]) => forbiddenIn(locale, key, text)).join('\n')).toBe('')
  })

  it('are set as the language sets them', () => {
    expect(texts.flatMap(([key, text]) => misset(locale, key, text)).join('\n')).toBe('')
  })
})

it.each(translated)('the glossary names no term that the texts in %s do not use', (locale) => {
  const all = [...readTexts(locale).values()].join('\n').toLowerCase()
  const unused = Object.entries(glossary).flatMap(([meaning, words]) => {
    const word = words[locale as Exclude<Locale, 'en'>]
    return all.includes(word.toLowerCase()) ? [] : [`${meaning}: ${word}`]
  })
  expect(unused).toEqual([])
})

it.each(Object.entries(fixedTexts))('%s stays word for word', (key, text) => {
  expect(source.get(key)).toBe(text)
})
