import { inflateSync } from 'node:zlib'

/**
 * What a PDF lacks of PDF/A-3 (ISO 19005-3:2012), as far as its objects show it; empty where nothing does. It reads files as pdfkit writes
 * them: objects in the open, one revision. A validator such as veraPDF checks more: colours within streams and the glyphs of every font.
 */
export function pdfAProblems(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body)
  const all = [...objects.values()].map((body) => body.replace(/\nstream\n[\s\S]*$/, ''))
  const ofType = (type: string) => all.filter((body) => new RegExp(`/Type /${type}\\b`).test(body))
  const refOf = (body: string, name: string) =>
    objects.get(new RegExp(`/${name} (?:\\[\\s*)?(\\d+) 0 R`).exec(body)?.[1] ?? '')
  const problems: string[] = []
  const need = (isMet: boolean, rule: string) => void (isMet || problems.push(rule))

  need(/^%PDF-1\.[1-7]\n%[\x80-\xff]{4}/.test(text), '6.1.2: a header, and a comment of bytes above 127')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  need(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/i.test(trailer), '6.1.3: the file has an id')
  need(!/\/Encrypt\b/.test(trailer), '6.1.3: the file is not encrypted')
  need(!all.some((body) => /\/LZWDecode|\/Crypt\b/.test(body)), '6.1.7: no LZW and no Crypt filter')
  need(!all.some((body) => /\/(FFilter|FDecodeParms)\b/.test(body)), '6.1.7: no stream is in another file')

  const [catalog = ''] = ofType('Catalog')
  const intent = refOf(catalog, 'OutputIntents') ?? ''
  need(
    /\/S \/GTS_PDFA1\b/.test(intent) && refOf(intent, 'DestOutputProfile') !== undefined,
    '6.2.3: an output intent with its profile',
  )
  for (const font of [...ofType('Font')].filter((body) => !/\/Subtype \/Type0\b/.test(body))) {
    const descriptor = refOf(font, 'FontDescriptor') ?? ''
    need(
      /\/FontFile[23]? \d+ 0 R/.test(descriptor),
      `6.2.11.4: a font is embedded (${/\/BaseFont \/(\S+)/.exec(font)?.[1]})`,
    )
  }
  for (const font of ofType('Font').filter((body) => /\/Subtype \/Type0\b/.test(body)))
    need(/\/ToUnicode \d+ 0 R/.test(font), '6.2.11.7: what is shown can be read as Unicode')
  need(!ofType('ExtGState').some((body) => /\/(TR|HTP)\b/.test(body)), '6.2.5: no transfer functions')
  need(!all.some((body) => /\/(OPI|Alternates)\b/.test(body)), '6.2.8: no OPI and no alternate images')
  const isTransparent = all.some((body) => /\/(ca|CA) 0?\.\d/.test(body) || /\/SMask \d+ 0 R/.test(body))
  need(!isTransparent || intent !== '', '6.2.10: what is transparent has the colours of the output intent')

  for (const annotation of all.filter(
    (body) => /\/Subtype \/(Link|Widget|Text|FileAttachment)\b/.test(body) && /\/Rect\b/.test(body),
  )) {
    const flags = Number(/\/F (\d+)/.exec(annotation)?.[1] ?? 0)
    need((flags & 4) === 4 && (flags & 0b100011) === 0, '6.3.2: an annotation is printed and not hidden')
  }
  need(
    !all.some((body) =>
      /\/S \/(JavaScript|Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition)\b/.test(body),
    ),
    '6.5.1: no actions of a program',
  )
  need(!/\/(NeedAppearances true|XFA)\b/.test(all.join('\n')), '6.4.1 and 6.4.2: forms show themselves as they are')

  const metadata = refOf(catalog, 'Metadata') ?? ''
  const xmp = Buffer.from(/\nstream\n([\s\S]*?)\nendstream/.exec(metadata)?.[1] ?? '', 'latin1').toString('utf8')
  need(/\/Type \/Metadata\b/.test(metadata) && !/\/Filter\b/.test(metadata), '6.6.2.1: metadata stand in the open')
  need(
    /<pdfaid:part>3<\/pdfaid:part>/.test(xmp) && /<pdfaid:conformance>[ABU]<\/pdfaid:conformance>/.test(xmp),
    '6.6.4: the metadata say which part and level',
  )
  need(/<dc:title>[\s\S]*?<rdf:li[^>]*>[^<]+<\/rdf:li>/.test(xmp), '6.6.3: the metadata have the title')
  need(
    /\/MarkInfo <<\s*\/Marked true\s*>>|\/MarkInfo/.test(catalog) && /\/StructTreeRoot \d+ 0 R/.test(catalog),
    '6.7 (level A): the document is tagged',
  )
  need(/\/Lang \(/.test(catalog), '6.7.4 (level A): the document has a language')

  const files = ofType('Filespec')
  for (const spec of files) {
    need(/\/F \(/.test(spec) && /\/UF \(/.test(spec), '6.8: a file within has its name twice')
    need(
      /\/AFRelationship \/(Source|Data|Alternative|Supplement|Unspecified)\b/.test(spec),
      '6.8: a file within says what it is to the document',
    )
    const stored = refOf(spec, 'F') ?? objects.get(/\/EF <<[\s\S]*?\/F (\d+) 0 R/.exec(spec)?.[1] ?? '') ?? ''
    need(/\/Subtype \/\S+/.test(stored) && /\/ModDate\b/.test(stored), '6.8: a file within has its type and its day')
  }
  need(files.length === 0 || /\/AF (\[|\d+ 0 R)/.test(catalog), '6.8: the files within belong to the document')
  for (const [, body] of objects) {
    const compressed = /\/Filter \/FlateDecode[\s\S]*?\nstream\n([\s\S]*)\nendstream/.exec(body)?.[1]
    if (compressed === undefined) continue
    const content = inflateSync(Buffer.from(compressed, 'latin1')).toString('latin1')
    if (/\nBI\s[\s\S]*\/I(nterpolate)? true/.test(content)) problems.push('6.2.8.3: no interpolation')
  }
  return [...new Set(problems)]
}
