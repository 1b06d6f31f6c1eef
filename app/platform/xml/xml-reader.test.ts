import { expect, it } from 'vitest'
import { readXml } from './read-xml.server.ts'
import { descend, textAt, type XmlElement, XmlError, XmlReader } from './xml-reader.ts'

function read(text: string, size = text.length): XmlElement {
  const reader = new XmlReader()
  for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
  return reader.end()
}

function problem(text: string): string {
  try {
    read(text)
    return 'accepted'
  } catch (error) {
    return error instanceof XmlError ? `${error.problem} ${error.line}` : String(error)
  }
}

it('reads elements, attributes, text, references and namespaces, in pieces of any size', () => {
  const text = `\ufeff<?xml version="1.0"?>\r\n<!-- a - b --><a xmlns="urn:a" xmlns:b='urn:b' one="1 &gt; 0">
    <b:c b:d="x>y">Ä&#228;&#xE4;&amp;&lt;</b:c><e><![CDATA[<&]]> end</e><f/></a >\n`
  for (const size of [1, 2, 7, text.length]) {
    const root = read(text, size)
    expect([root.name, root.namespace, root.attributes.get('one')]).toEqual(['a', 'urn:a', '1 > 0'])
    expect(root.children.map(({ name, namespace, text: own }) => [name, namespace, own])).toEqual([
      ['c', 'urn:b', 'Äää&<'],
      ['e', 'urn:a', '<& end'],
      ['f', 'urn:a', ''],
    ])
    expect(root.children[0]?.attributes.get('{urn:b}d')).toBe('x>y')
    expect(root.children[0]?.line).toBe(3)
    expect(textAt(root, 'e')).toBe('<& end')
    expect(descend(root, 'c')).toBeUndefined()
  }
})

it.each([
  ['a document type', '<!DOCTYPE a><a/>', 'doctype 1'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'doctype 1'],
  ['a billion laughs', '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz/>', 'doctype 2'],
  ['an unknown entity', '<a>\n<b>&nbsp;</b></a>', 'entity 2'],
  ['a bare ampersand', '<a>a & b</a>', 'entity 1'],
  ['a character that XML has not', '<a>&#0;</a>', 'entity 1'],
  ['a control character', '<a>\u0001</a>', 'syntax 1'],
  ['tags that cross', '<a><b>\n</a></b>', 'syntax 2'],
  ['an end that is missing', '<a><b></b>', 'incomplete 1'],
  ['a tag that is cut off', '<a><b', 'incomplete 1'],
  ['two roots', '<a/><b/>', 'syntax 1'],
  ['text around the root', '<a/>x', 'syntax 1'],
  ['nothing', '  ', 'incomplete 1'],
  ['no XML', 'Kirjauspäivä;Määrä', 'syntax 1'],
  ['an attribute twice', '<a b="1" b="2"/>', 'syntax 1'],
  ['an attribute twice by namespace', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'syntax 1'],
  ['an attribute without quotes', '<a b=1/>', 'syntax 1'],
  ['a < in an attribute', '<a b="<"/>', 'syntax 1'],
  ['a prefix that is not declared', '<p:a/>', 'prefix 1'],
  ['a declaration that is not at the start', ' <?xml version="1.0"?><a/>', 'syntax 1'],
  ['-- in a comment', '<a><!-- -- --></a>', 'syntax 1'],
  [']]> in a text', '<a>]]></a>', 'syntax 1'],
  ['elements within each other without end', '<a>'.repeat(65), 'tooDeep 1'],
  ['a name that is none', '<1a/>', 'syntax 1'],
])('refuses %s, with the line', (_, text, expected) => {
  expect(problem(text)).toBe(expected)
})

it('reads a document of many elements in linear time', () => {
  const reader = new XmlReader((element) => (element.name === 'row' ? 'drop' : undefined))
  reader.write(`<all>${'<row a="1">text</row>'.repeat(20_000)}</all>`)
  expect(reader.end().children).toEqual([])
})

it('keeps nothing of what is dropped', () => {
  const seen: string[] = []
  const reader = new XmlReader((element, parents) => {
    if (element.name !== 'row') return undefined
    seen.push(`${parents.map(({ name }) => name).join('/')} ${textAt(element, 'n')}`)
    return 'drop'
  })
  reader.write(`<all><head/>${'<row><n>1</n></row>'.repeat(3)}</all>`)
  expect(reader.end().children.map(({ name }) => name)).toEqual(['head'])
  expect(seen).toEqual(['all 1', 'all 1', 'all 1'])
})

const bytes = (encoding: BufferEncoding, text: string) => [new Uint8Array(Buffer.from(text, encoding))]

it('reads UTF-8, UTF-16 and Latin-1 by mark or declaration, and refuses other encodings', async () => {
  expect((await readXml(bytes('utf8', '<a>Ä€</a>'))).text).toBe('Ä€')
  expect((await readXml(bytes('utf16le', '\ufeff<a>Ä€</a>'))).text).toBe('Ä€')
  expect((await readXml(bytes('utf16le', '<a>Ä</a>'))).text).toBe('Ä')
  expect((await readXml(bytes('latin1', '<?xml version="1.0" encoding="ISO-8859-1"?><a>Ä</a>'))).text).toBe('Ä')
  await expect(readXml(bytes('latin1', '<a>Ä</a>'))).rejects.toMatchObject({ problem: 'encoding' })
  await expect(readXml(bytes('utf8', '<?xml version="1.0" encoding="UTF-7"?><a/>'))).rejects.toMatchObject({
    problem: 'encoding',
  })
})
