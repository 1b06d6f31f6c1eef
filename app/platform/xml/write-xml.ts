import { create } from 'xmlbuilder2'

/** An element: its text, or its attributes (`@name`), text (`#`) and children in order. What is null or empty is left out; `true` is an empty element. */
export type XmlContent =
  | string
  | true
  | null
  | undefined
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent }

/**
 * An XML document in UTF-8. Elements without content are left out, because an empty one says something wrong, and so is what no XML document may
 * contain (XML 1.0, section 2.2).
 * @param isPart it stands within another file, and has no declaration
 */
export function writeXml(root: { [name: string]: XmlContent }, { isPart = false } = {}): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' }, withoutEmpty(root) as object)
  return document.end({ prettyPrint: true, headless: isPart })
}

const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

function withoutEmpty(content: XmlContent): unknown {
  if (content === null || content === undefined) return undefined
  if (content === true) return ''
  // The library resolves `&lt;` in a text, and writes such references as they are: twice escaped, a text stays what it is.
  if (typeof content === 'string')
    return content.replace(forbidden, '').trim().replaceAll('&', '&amp;amp;') || undefined
  if (isList(content)) {
    const items = content.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  const entries = Object.entries(content).flatMap(([name, value]) => {
    const kept = withoutEmpty(value)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return entries.some(([name]) => !name.startsWith('@')) ? Object.fromEntries(entries) : undefined
}

const isList = (content: XmlContent): content is readonly XmlContent[] => Array.isArray(content)
