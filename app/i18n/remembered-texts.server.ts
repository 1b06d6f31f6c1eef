import type { i18n, TFunction } from 'i18next'

type Params = Record<string, unknown>
/** A text's pieces between its parameters, or null if only i18next can fill it. */
type Template = Array<string | { name: string; isNumber: boolean }> | null

/**
 * Caches texts and the templates of those with parameters: a long list requests the same few in every row, and lookups by
 * i18next take a sixth of such a page's time. A running server's texts never change.
 */
export function rememberTexts(instance: i18n): i18n {
  const fixed = new Map<string, TFunction>()
  const find = instance.getFixedT
  const findRemembered = (...from: unknown[]) => {
    const name = from.join('|')
    let known = fixed.get(name)
    if (!known) {
      known = remembering(
        Reflect.apply(find, instance, from),
        typeof from[0] === 'string' ? from[0] : instance.language,
      )
      fixed.set(name, known)
    }
    return known
  }
  instance.getFixedT = Object.assign(findRemembered, find)
  return instance
}

function remembering(find: TFunction, language: string): TFunction {
  const texts = new Map<string, string>()
  const templates = new Map<string, Template>()
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const look = (asked: unknown[]): string => Reflect.apply(find, undefined, asked)
  const remembered = (...asked: unknown[]) => {
    const [key, params] = asked
    if (typeof key !== 'string') return look(asked)
    if (asked.length === 1) {
      const known = texts.get(key)
      if (known !== undefined) return known
      const text = look(asked)
      // Unknown keys are not cached, because their number is unlimited.
      if (text !== key) texts.set(key, text)
      return text
    }
    if (!isPlain(params)) return look(asked)
    const { count } = params
    const form = typeof count === 'number' ? `${key} ${count === 0 ? 'zero' : plurals.select(count)}` : key
    let template = templates.get(form)
    if (template === undefined) {
      const text = look([key, { ...params, skipInterpolation: true }])
      template = text === key ? null : templateOf(text)
      if (text !== key) templates.set(form, template)
    }
    return (template && fill(template, params, numbers)) ?? look(asked)
  }
  return Object.assign(remembered, find)
}

/** Options of i18next that change more than the parameters of a text. */
const options = ['lng', 'lngs', 'ns', 'context', 'ordinal', 'replace', 'interpolation', 'keyPrefix', 'defaultValue']

/** Whether these are parameters only. */
function isPlain(params: unknown): params is Params {
  if (typeof params !== 'object' || params === null || options.some((name) => name in params)) return false
  return !('count' in params) || typeof params.count === 'number'
}

/** The pieces of a text such as `{{count, number}} from {{name}}`. */
function templateOf(text: string): Template {
  if (text.includes('$t(')) return null
  const pieces = text.split(/\{\{\s*(\w+(?:\s*,\s*number)?)\s*\}\}/)
  const template = pieces.map((piece, index) => {
    if (index % 2 === 0) return piece
    const [name = '', format] = piece.split(/\s*,\s*/)
    return { name, isNumber: format !== undefined }
  })
  return template.some((piece) => typeof piece === 'string' && piece.includes('{{')) ? null : template
}

/** The text with its parameters; null where one is neither a string nor a number. */
function fill(template: NonNullable<Template>, params: Params, numbers: Intl.NumberFormat): string | null {
  let text = ''
  for (const piece of template) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    const value = params[piece.name]
    if (typeof value === 'number') text += piece.isNumber ? numbers.format(value) : value
    else if (typeof value === 'string' && !piece.isNumber) text += value
    else return null
  }
  return text
}
