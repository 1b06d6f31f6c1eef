/** What is wrong with a document, for the reader's own words. */
export type XmlProblem = 'syntax' | 'doctype' | 'entity' | 'prefix' | 'tooDeep' | 'tooLarge' | 'incomplete' | 'encoding'

/** A document that is refused, with the line at which reading stopped. */
export class XmlError extends Error {
  readonly problem: XmlProblem
  readonly line: number

  constructor(problem: XmlProblem, line: number) {
    super(`XML: ${problem} in line ${line}`)
    this.name = 'XmlError'
    this.problem = problem
    this.line = line
  }
}

export type XmlElement = {
  /** The URI of its namespace, '' for none. */
  namespace: string
  /** Without a prefix. */
  name: string
  /** By name; those of a namespace by `{uri}name`. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
  /** In which its start tag ends. */
  line: number
}

type OnElement = (element: XmlElement, parents: readonly XmlElement[]) => 'drop' | undefined
type Open = { element: XmlElement; qualified: string; prefixes: ReadonlyMap<string, string> }

const limits = { depth: 64, markup: 1_000_000, text: 20_000_000, attributes: 100 }

const ncName = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._·\-]*`
const qName = `${ncName}(?::${ncName})?`
const attribute = String.raw`[ \t\r\n]+${qName}[ \t\r\n]*=[ \t\r\n]*(?:"[^<"]*"|'[^<']*')`
const startTag = new RegExp(`^<(${qName})((?:${attribute})*)[ \\t\\r\\n]*(/?)>$`, 'u')
const endTag = new RegExp(`^</(${qName})[ \\t\\r\\n]*>$`, 'u')
const eachAttribute = new RegExp(String.raw`(${qName})[ \t\r\n]*=[ \t\r\n]*(?:"([^<"]*)"|'([^<']*)')`, 'gu')
const instruction = new RegExp(`^<\\?(${ncName})(?:[ \\t\\r\\n][^]*)?\\?>$`, 'u')
/** What no document may hold (XML 1.0, production 2). */
const forbidden = /[^\t\n\r\u0020-\ufffd]/
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const xmlUri = 'http://www.w3.org/XML/1998/namespace'
const none: ReadonlyMap<string, string> = new Map()

/**
 * A strict reader of XML 1.0 with namespaces, as it arrives in pieces. It knows no document type: a DOCTYPE is refused, so that there are no
 * entities but the five predefined ones and characters by number, nothing is fetched, and nothing expands (OWASP, XML External Entity
 * Prevention). Whatever is not well-formed is refused with its line; nothing is guessed.
 */
export class XmlReader {
  readonly #onElement: OnElement
  readonly #open: Open[] = []
  #rest = ''
  #scanned = 0
  #line = 1
  #root: XmlElement | null = null
  #started = false

  /**
   * @param onElement is called when an element ends, with those around it, the outermost first. What it drops is not kept in its parent, so that a
   * document of any length takes little memory.
   */
  constructor(onElement: OnElement = () => undefined) {
    this.#onElement = onElement
  }

  /** @throws XmlError */
  write(piece: string): void {
    this.#rest += piece
    for (;;) {
      const at = this.#rest.indexOf('<', this.#scanned)
      if (at < 0) {
        this.#scanned = this.#rest.length
        if (this.#rest.length > limits.text) throw this.#error('tooLarge')
        return
      }
      if (at > 0) {
        this.#text(this.#rest.slice(0, at))
        this.#rest = this.#rest.slice(at)
      }
      this.#scanned = 0
      const end = this.#endOfMarkup()
      if (end < 0) {
        if (this.#rest.length > limits.markup) throw this.#error('tooLarge')
        return
      }
      this.#markup(this.#rest.slice(0, end))
      this.#rest = this.#rest.slice(end)
    }
  }

  /** The root, without what was dropped. @throws XmlError if the document is not complete */
  end(): XmlElement {
    if (this.#rest.includes('<')) throw this.#error('incomplete')
    if (this.#rest) this.#text(this.#rest)
    if (!this.#root || this.#open.length > 0) throw this.#error('incomplete')
    return this.#root
  }

  #error(problem: XmlProblem): XmlError {
    return new XmlError(problem, this.#line)
  }

  /** Behind the markup that the rest begins with; -1 if it has not arrived whole. */
  #endOfMarkup(): number {
    const rest = this.#rest
    const behind = (closing: string, from: number) => {
      const found = rest.indexOf(closing, from)
      return found < 0 ? -1 : found + closing.length
    }
    if (rest.startsWith('<!--')) return behind('-->', 4)
    if (rest.startsWith('<![CDATA[')) return behind(']]>', 9)
    if (rest.startsWith('<?')) return behind('?>', 2)
    if (rest.startsWith('<!')) {
      const head = rest.slice(0, 9)
      if (!'<!--'.startsWith(head) && !'<![CDATA['.startsWith(head)) throw this.#error('doctype')
      return -1
    }
    let quote = 0
    for (let index = 1; index < rest.length; index += 1) {
      const code = rest.charCodeAt(index)
      if (quote !== 0) quote = code === quote ? 0 : quote
      else if (code === 34 || code === 39) quote = code
      else if (code === 62) return index + 1
      else if (code === 60) throw this.#error('syntax')
    }
    return -1
  }

  #markup(markup: string): void {
    this.#count(markup)
    if (markup.startsWith('<!--')) {
      if (markup.slice(4, -3).includes('--') || markup.endsWith('--->')) throw this.#error('syntax')
    } else if (markup.startsWith('<![CDATA[')) {
      const parent = this.#open.at(-1)
      if (!parent) throw this.#error('syntax')
      parent.element.text += markup.slice(9, -3).replace(/\r\n?/g, '\n')
    } else if (markup.startsWith('<?')) {
      const target = instruction.exec(markup)?.[1]
      if (!target || (target.toLowerCase() === 'xml' && this.#started)) throw this.#error('syntax')
    } else if (markup.startsWith('</')) this.#endTag(markup)
    else this.#startTag(markup)
    this.#started = true
  }

  #startTag(markup: string): void {
    const found = startTag.exec(markup)
    const parent = this.#open.at(-1)
    if (!found || (!parent && this.#root)) throw this.#error('syntax')
    if (this.#open.length >= limits.depth) throw this.#error('tooDeep')
    const [, qualified = '', typed = '', isEmpty] = found
    const given = typed ? this.#attributes(typed) : none
    const prefixes = this.#prefixes(given, parent?.prefixes ?? none)
    const { namespace, name } = this.#resolve(qualified, prefixes, prefixes.get('') ?? '')
    const attributes = given.size === 0 ? none : this.#resolved(given, prefixes)
    const element: XmlElement = { namespace, name, attributes, children: [], text: '', line: this.#line }
    if (parent) parent.element.children.push(element)
    else this.#root = element
    this.#open.push({ element, qualified, prefixes })
    if (isEmpty) this.#close()
  }

  #endTag(markup: string): void {
    const name = endTag.exec(markup)?.[1]
    if (!name || this.#open.at(-1)?.qualified !== name) throw this.#error('syntax')
    this.#close()
  }

  #close(): void {
    const closed = this.#open.pop()
    if (!closed) return
    const parents = this.#open.map(({ element }) => element)
    if (this.#onElement(closed.element, parents) === 'drop') parents.at(-1)?.children.pop()
  }

  #attributes(typed: string): ReadonlyMap<string, string> {
    const given = new Map<string, string>()
    for (const [, name = '', double, single] of typed.matchAll(eachAttribute)) {
      if (given.has(name)) throw this.#error('syntax')
      given.set(name, this.#decoded((double ?? single ?? '').replace(/[\t\r\n]/g, ' ')))
    }
    if (given.size > limits.attributes) throw this.#error('tooLarge')
    return given
  }

  #prefixes(given: ReadonlyMap<string, string>, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    let own: Map<string, string> | null = null
    for (const [name, uri] of given) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      const prefix = name.slice(6)
      if ((prefix !== '' && uri === '') || prefix === 'xmlns' || (prefix === 'xml' && uri !== xmlUri))
        throw this.#error('prefix')
      own ??= new Map(outer)
      own.set(prefix, uri)
    }
    return own ?? outer
  }

  #resolved(given: ReadonlyMap<string, string>, prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>()
    for (const [qualified, value] of given) {
      if (qualified === 'xmlns' || qualified.startsWith('xmlns:')) continue
      const { namespace, name } = this.#resolve(qualified, prefixes, '')
      const key = namespace ? `{${namespace}}${name}` : name
      if (attributes.has(key)) throw this.#error('syntax')
      attributes.set(key, value)
    }
    return attributes
  }

  #resolve(qualified: string, prefixes: ReadonlyMap<string, string>, unprefixed: string) {
    const colon = qualified.indexOf(':')
    if (colon < 0) return { namespace: unprefixed, name: qualified }
    const prefix = qualified.slice(0, colon)
    const namespace = prefix === 'xml' ? xmlUri : prefixes.get(prefix)
    if (!namespace) throw this.#error('prefix')
    return { namespace, name: qualified.slice(colon + 1) }
  }

  #text(text: string): void {
    const parent = this.#open.at(-1)
    if (!parent) {
      // A byte order mark that the decoder left, and white space around the root.
      if (/[^\s]/.test(this.#started ? text : text.replace(/^\ufeff/, ''))) throw this.#error('syntax')
      if (!this.#started && text.replace(/^\ufeff/, '') !== '') this.#started = true
    } else {
      if (text.includes(']]>')) throw this.#error('syntax')
      parent.element.text += this.#decoded(text.replace(/\r\n?/g, '\n'))
    }
    this.#count(text)
  }

  #decoded(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(/&([^;&<]{0,12})(;?)/g, (_, name: string, closed: string) => {
      const character = closed ? (predefined[name] ?? characterOf(name)) : undefined
      if (character === undefined) throw this.#error('entity')
      return character
    })
  }

  #count(piece: string): void {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#line += 1
    if (forbidden.test(piece)) throw this.#error('syntax')
  }
}

/** `#65` and `#x41`; undefined for anything else, and for what no document may hold. */
function characterOf(name: string): string | undefined {
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name)
  if (!digits) return undefined
  const code = digits[1] ? Number.parseInt(digits[1], 16) : Number(digits[2])
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  if (code === 0 || code > 0x10ffff || isSurrogate || forbidden.test(String.fromCodePoint(code))) return undefined
  return String.fromCodePoint(code)
}

/** The first child of a name, in the element's own namespace. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name && one.namespace === element.namespace)

/** Down a path of names; undefined where one is missing. */
export const descend = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((at, name) => child(at, name), element)

/** The text down a path of names, trimmed; '' where one is missing. */
export const textAt = (element: XmlElement | undefined, ...names: string[]): string =>
  descend(element, ...names)?.text.trim() ?? ''
