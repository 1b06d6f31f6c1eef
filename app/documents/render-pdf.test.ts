import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { blockTexts, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { pdfPages, pdfText } from '#tests/setup/pdf/pdf-text.ts'
import type { Block, ReadableDocument } from './document.ts'
import { showable } from './pdf/fonts.server.ts'
import { renderPdf } from './render-pdf.server.ts'

const options = { locale: 'en', createdAt: Date.UTC(2026, 10, 23, 12) }
const documentOf = (blocks: Block[], rest: Partial<ReadableDocument> = {}): ReadableDocument => ({
  ...{ kind: 'Contract', number: 'C-42', title: 'Kitchen of the school', mark: null },
  blocks,
  ...rest,
})
const columns = [
  { header: 'Line', width: 5 },
  { header: 'Quantity', width: 2, numeric: true },
  { header: 'Net', width: 2, numeric: true },
]
const table = (count: number, line = 'Concrete slab'): Block => ({
  ...{ kind: 'table', caption: 'Prices', columns, footer: ['Total', '', '€1,234,567.00'] },
  rows: Array.from({ length: count }, (_, index) => [
    { text: `${index + 1}. ${line}`, note: `Note of row ${index + 1}` },
    '12.5 m²',
    '€12,345.50',
  ]),
})

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
const cell = fc.oneof(text, fc.record({ text, note: text }))
const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  text.map((said): Block => ({ kind: 'heading', text: said })),
  text.map((said): Block => ({ kind: 'text', text: said })),
  fc.array(fc.tuple(text, text), { maxLength: 5 }).map((facts): Block => ({ kind: 'facts', facts })),
  fc
    .array(fc.record({ label: text, title: text, lines: fc.array(text, { maxLength: 3 }) }), { maxLength: 5 })
    .map((cards): Block => ({ kind: 'cards', cards })),
  fc
    .array(fc.tuple(cell, cell, cell), { maxLength: 12 })
    .map((rows): Block => ({ kind: 'table', caption: 'Prices', columns, rows, footer: ['Total', '', '9'] })),
)

// Mathematical letters of several alphabets share their glyphs, and are copied as the first of them.
const alike = (text: string) => withoutSpaces(text).normalize('NFKC')

test('every text of every kind of block is in the file, whatever characters it has', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.array(anyBlock, { maxLength: 6 }), async (number, title, blocks) => {
      const said = alike(await pdfText(await renderPdf(documentOf(blocks, { number, title }), options)))
      for (const each of [number, title, ...blocks.flatMap(blockTexts)]) expect(said).toContain(alike(showable(each)))
    }),
    { numRuns: 15 },
  )
})

test('a hash stands on one line, so that it is copied whole', async () => {
  const hash = '0123456789abcdef'.repeat(4)
  const address = {
    kind: 'qr',
    text: 'Check it.',
    url: `https://groundwork.example/verify/${hash}`,
    label: 'Code',
    modules: [],
  } as const
  const fact = { kind: 'facts', facts: [['SHA-256', hash]] } as const
  const pages = await pdfPages(await renderPdf(documentOf([fact, address]), options))
  expect(pages.join('\n').split(hash)).toHaveLength(3)
})

test('the letters of our languages and neighbours, and the signs of the trade, are shown as they are', async () => {
  const said = 'åÄöØæß ñ ¿ ç œ ë Ç đ ŋ ŧ Š ž ǧ Ў ї Ж Ω λ ű ł ğ İ ạ ≤ ≥ → ² ³ ½ ± × ÷ ° Ø € § – — “ ” « » … • √ ∞ ✓ □'
  expect(showable(said)).toBe(said)
  const pages = await pdfPages(await renderPdf(documentOf([{ kind: 'text', text: said }]), options))
  expect(withoutSpaces(pages.join())).toContain(withoutSpaces(said))
})

test('what reverses, hides or cannot be shown becomes harmless', () => {
  expect(showable('pay \u202E001\u202C \u2066€\u2069\u0000\u0007\u200F\uFEFF')).toBe('pay 001 €')
  expect(showable('e\u0301 \uFB01 \u2153 1\u202F000\ta\r\nb\u2028c')).toBe('é fi 1⁄3 1\u00A0000 a\nb\nc')
  // A number stays the number that it is.
  expect(showable('2\u2153 m, 3\u215E, 10\u2076 €, 10\u207B\u2075, 5\u2079, \u24615')).toBe(
    '2\u00A01⁄3 m, 3\u00A07⁄8, 10^6 €, 10^−5, 5^9, 2\u00A05',
  )
  expect(showable('\uD800 漢 مر ש 👷')).toBe('□ □ □□ □ □')
})

test('the same document is the same bytes, whatever was rendered before', async () => {
  const document = documentOf([{ kind: 'text', text: 'Price in €, ≤ 5 µm' }, table(60)], { mark: 'Draft' })
  const first = await renderPdf(document, options)
  // Characters that share their glyph with others of the document.
  await renderPdf(documentOf([{ kind: 'text', text: '\u00A0\u03BC\u2126\u2010' }]), options)
  expect(Buffer.from(first).equals(await renderPdf(document, options))).toBe(true)
  expect(Buffer.from(first).equals(await renderPdf(document, { ...options, createdAt: 0 }))).toBe(false)
})

test('each page has its number and the document’s, the head of a table that goes on, and the mark', async () => {
  const pages = await pdfPages(await renderPdf(documentOf([table(120)], { mark: 'Draft' }), options))
  expect(pages.length).toBeGreaterThan(4)
  for (const [index, page] of pages.entries()) {
    expect(page.startsWith('Draft')).toBe(true)
    expect(page).toContain('Line Quantity Net')
    expect(page.trimEnd().endsWith(`Contract C-42 ${index + 1} / ${pages.length}`)).toBe(true)
  }
})

test('a row stays whole, unless it is taller than a page', async () => {
  const tall = table(30, `Slab ${'with a long name '.repeat(20)}`)
  const pages = await pdfPages(await renderPdf(documentOf([tall]), options))
  const rows = pages.flatMap((page) => [...page.matchAll(/(\d+)\. Slab|Note of row (\d+)/g)].map(([said]) => said))
  for (const page of pages) expect(page.match(/\d+\. Slab/g)?.length).toBe(page.match(/Note of row \d+/g)?.length)
  expect(rows).toHaveLength(60)
  const giant = withoutSpaces('word '.repeat(3000))
  const said = await pdfPages(await renderPdf(documentOf([table(1, 'word '.repeat(3000))]), options))
  expect(said.length).toBeGreaterThan(2)
  expect(withoutSpaces(said.join('')).match(/word/g)).toHaveLength(giant.length / 4)
})

test('a contract of forty pages, and a word without end', async () => {
  const paragraphs = Array.from(
    { length: 420 },
    (_, index) => `§ ${index + 1}. ${'The provider does the work. '.repeat(14)}`,
  )
  const long = `https://example.com/${'a'.repeat(5000)}`
  const bytes = await renderPdf(documentOf([...paragraphs, long].map((text) => ({ kind: 'text', text }))), options)
  const pages = await pdfPages(bytes)
  expect(pages.length).toBeGreaterThanOrEqual(40)
  const said = withoutSpaces(await pdfText(bytes))
  for (const each of [...paragraphs, long]) expect(said).toContain(withoutSpaces(each))
})

it('says what it is: tagged PDF/A-3a with language and title, and files within', async () => {
  const attachments = [{ name: 'contract-C-42.txt', text: 'the text that is signed', description: 'Text' }]
  const document = documentOf([table(2)], { title: 'Hall <b> & "yard"' })
  const bytes = Buffer.from(await renderPdf(document, { locale: 'sq', createdAt: options.createdAt, attachments }))
  const written = bytes.toString('latin1')
  for (const part of ['/Lang (sq)', '/S /TH', '/S /H1', '/MarkInfo', '/AFRelationship /Source', '(contract-C-42.txt)'])
    expect(written).toContain(part)
  const xml = bytes.toString('utf8')
  expect(xml).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(xml).toContain('Contract C-42 · Hall &#60;b&#62; &#38; "yard"')
  expect(xml).toContain('<xmp:CreateDate>2026-11-23T12:00:00Z</xmp:CreateDate>')
})
