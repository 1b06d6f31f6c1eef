import type { Locale } from '#app/i18n/locale.ts'
import { fixedTexts } from './fixed-texts.ts'
import { baseKey } from './locales.ts'

const narrow = '\u202F' // the French space before ; ! ? % and inside « »
const fixed = '\u00A0' // the ordinary no-break space

/** The quotation marks of each language, outer ones; French ones include their spaces. */
const quotes: Record<Locale, [open: string, close: string]> = {
  en: ['“', '”'],
  es: ['«', '»'],
  fr: [`«${narrow}`, `${narrow}»`],
  de: ['„', '“'],
  fi: ['”', '”'],
  sv: ['”', '”'],
  nb: ['«', '»'],
  sq: ['“', '”'],
}

/** The character between a number and `%`. */
const beforePercent: Record<Locale, string> = {
  en: '',
  es: fixed,
  fr: narrow,
  de: fixed,
  fi: fixed,
  sv: fixed,
  nb: fixed,
  sq: '',
}

/** Words that may follow any number: units of size, and the "of" of "3 of 7". */
const anyNumber = /^(?:[kKM]?B|[kM]?[ot]|of|de|sur|von|av|nga)(?!\p{L})/u

/** Numbers that identify rather than count. */
const ordinals = new Set(['number', 'position', 'index', 'current', 'from'])

/** Keys whose number is a limit that is never one, or whose following word does not inflect. */
const neverOne = new Set([
  'bids:list.countMore',
  'chat:states.manyReplies',
  'chatrefused:nameLong',
  'chatrefused:pollOptionLength',
  'polls:optionsHint',
  'chatrefused:descriptionLong',
  'chatrefused:tags',
  'chatrefused:groupFull',
  'chatrefused:statusLong',
  'calls:refused.choose',
  'calls:refused.noteTooLong',
  'chat:composer.tooLong',
  'chatrefused:tooManyFiles',
  'chat:media.refused.tooMany',
  'contracts:invalid.retention',
  'contracts:invalid.tooManyMilestones',
  'projects:list.countMore',
  'projects:list.narrow',
  'site:dashboard.pendingNote',
])

type Rule = {
  name: string
  say: (locale: Locale) => string
  breaks: (text: string, locale: Locale, key: string) => boolean
}

const withoutPlaceholders = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '0')

/** A placeholder for a number: formatted as one, or with a plural name (`postings`). */
const counted = /\{\{\s*(?:(\w+)\s*,\s*number[^}]*|count|\w*[^su\W]s)\s*\}\}[ \u00A0\u202F]+(?=\p{L})/gu

/** Typographic rules of the style guides. */
export const typography: Rule[] = [
  {
    name: 'quotation marks',
    say: (locale) => quotes[locale].join('…'),
    breaks: (text, locale) => {
      const [open, close] = quotes[locale]
      if (/["'´`]/.test(text)) return true
      const marks = withoutPlaceholders(text).match(/[„“”«»]/g) ?? []
      const wanted = [open.trim()[0], close.trim().at(-1)]
      if (marks.some((mark, index) => mark !== wanted[index % 2]) || marks.length % 2 !== 0) return true
      return locale === 'fr' && marks.length !== [...text.matchAll(/«\u202F|\u202F»/g)].length
    },
  },
  {
    name: 'the space before %',
    say: (locale) => ({ '': 'none', [fixed]: 'U+00A0', [narrow]: 'U+202F' })[beforePercent[locale]] ?? '',
    breaks: (text, locale) =>
      [...withoutPlaceholders(text).matchAll(/(.?)%/gu)].some(
        ([, before = '']) => (/[\s\u00A0\u202F]/.test(before) ? before : '') !== beforePercent[locale],
      ),
  },
  {
    name: 'French spaces',
    say: () => 'U+202F before ; ! ? and U+00A0 before :',
    breaks: (text, locale) =>
      locale === 'fr' &&
      (/[^\u202F!?][;!?]/.test(text) || /(?<!\u00A0):(?!\/\/|\d)/.test(text.replace(/\{\{[^}]*\}\}/g, 'x'))),
  },
  {
    name: 'the ellipsis',
    say: (locale) => (locale === 'nb' ? 'a space and …' : '…'),
    breaks: (text, locale, key) =>
      (/\.\.\./.test(text) && !(locale === 'en' && key in fixedTexts)) ||
      (locale === 'nb' && /[^\s\u00A0]…/.test(text)),
  },
  {
    name: 'spaces',
    say: () => 'one between words, none at the ends',
    breaks: (text) => text !== text.trim() || /[ \u00A0\u202F]{2}|[ \t]\n|\n[ \t]/.test(text),
  },
  {
    name: 'a count before a noun without plural forms',
    say: () => 'plural forms (_one, _other …) by {{count}}, or “Files: {{files, number}}”',
    breaks: (text, _, key) =>
      !neverOne.has(key) &&
      [...text.matchAll(counted)].some((found) => {
        const name = found[0].match(/\w+/)?.[0] ?? ''
        const bends = name === 'count' && baseKey(key) !== key
        return !bends && !ordinals.has(name) && !anyNumber.test(text.slice(found.index + found[0].length))
      }),
  },
]

/** The typographic errors of a text. */
export function misset(locale: Locale, key: string, text: string): string[] {
  return typography
    .filter((rule) => rule.breaks(text, locale, key))
    .map((rule) => `${key}: ${rule.name} in ${locale}: ${rule.say(locale)}: ${JSON.stringify(text)}`)
}
