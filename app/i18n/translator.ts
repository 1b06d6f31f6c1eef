import { writerOf } from './intl-writer.ts'

export type TextParams = Record<string, unknown>
type Pieces = Array<string | { name: string; isNumber: boolean; asWritten: string }>

/**
 * What the pages use of i18next, without its 16 KB: texts by key, their plural forms and their parameters. `find` gives the content of a
 * namespace, or undefined before it has arrived. A test compares every text with i18next's own.
 */
export function translator(language: string, find: (namespace: string) => unknown) {
  const plurals = new Intl.PluralRules(language)
  const pieces = new Map<string, Pieces>()

  /** The text of a key; of its plural form where a count is given. */
  function lookUp(asked: string, namespace: string, count: unknown): string | undefined {
    const [key, within] = splitKey(asked, namespace)
    const counts = count !== undefined && typeof count !== 'string'
    const forms = counts ? [`_${plurals.select(count as number)}`, ''] : ['']
    if (count === 0) forms.unshift('_zero')
    const content = find(within)
    for (const form of forms) {
      const text = at(content, key + form)
      if (typeof text === 'string') return text
    }
  }

  function fill(text: string, params: TextParams): string {
    const parts = pieces.get(text) ?? piecesOf(text)
    pieces.set(text, parts)
    return parts
      .map((part) => {
        if (typeof part === 'string') return part
        const value = params[part.name]
        if (!(part.name in params)) return part.asWritten
        return part.isNumber && value !== null ? writerOf(language).number(Number(value), {}) : String(value ?? '')
      })
      .join('')
  }

  return {
    /** The text with its parameters; of an unknown key the key without its namespace. */
    text(key: string, namespace: string, params: TextParams = {}): string {
      const text = lookUp(key, namespace, params.count)
      return text === undefined ? splitKey(key, namespace)[0] : fill(text, params)
    },
    exists: (key: string, namespace: string, params: TextParams = {}): boolean =>
      lookUp(key, namespace, params.count) !== undefined,
  }
}

/** `bids:list.title` is `list.title` of the namespace `bids`. */
function splitKey(key: string, namespace: string): [string, string] {
  const end = key.indexOf(':')
  return end < 0 ? [key, namespace] : [key.slice(end + 1), key.slice(0, end)]
}

function at(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) => (found && Object.hasOwn(found, name) ? (found as TextParams)[name] : undefined),
      content,
    )
}

/** The pieces of a text such as `{{count, number}} from {{name}}`. */
function piecesOf(text: string): Pieces {
  return text.split(/(\{\{\s*\w+(?:\s*,\s*number)?\s*\}\})/).map((piece, index) => {
    if (index % 2 === 0) return piece
    const [name = '', format] = piece
      .slice(2, -2)
      .trim()
      .split(/\s*,\s*/)
    return { name, isNumber: format !== undefined, asWritten: piece }
  })
}
