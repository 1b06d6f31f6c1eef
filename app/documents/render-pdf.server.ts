import { setImmediate } from 'node:timers/promises'
import type { Block, Cell, PrintBlock, PrintedDocument } from './document.ts'
import { writeBarcode, writeQr } from './pdf/codes.server.ts'
import { writeDrawing } from './pdf/drawing.server.ts'
import { showable } from './pdf/fonts.server.ts'
import { type Line, type Style, widestWord } from './pdf/lines.server.ts'
import { alarm, area, faint, ink, muted, Paper, type PlacedLines } from './pdf/paper.server.ts'
import { writePairs, writeSlip, writeSums } from './pdf/print-blocks.server.ts'
import { body, fitting, gutter, heading, label, small, strong, term, writeText } from './pdf/texts.server.ts'
import type { Seal } from './seal/seal-pdf.server.ts'

/**
 * A file within the file. `relationship` is what it is to the document (PDF/A-3, AFRelationship): what that was made of (`Source`, the default), or the
 * same for other programs (`Alternative`).
 */
export type Attachment = {
  name: string
  text: string
  description: string
  mime?: string
  relationship?: 'Source' | 'Alternative'
}

export type PdfOptions = {
  /** The language of the texts (BCP 47). */
  locale: string
  /** What the file says of its making, UTC epoch ms. The same document made at the same time is the same bytes, whenever it is rendered. */
  createdAt: number
  /** Files within the file, such as the text that was signed. */
  attachments?: readonly Attachment[]
  /** Has its place in the file, to be filled afterwards. */
  seal?: Pick<Seal, 'reserve'>
}

/** A document as PDF/A-3a on A4 pages, with the same content as its page (`DocumentSheet`). */
export async function renderPdf(document: PrintedDocument, options: PdfOptions): Promise<Uint8Array> {
  const { kind, number, title, mark, blocks } = document
  const name = showable([kind, number].join(' ')).replaceAll('\n', ' ')
  const fullTitle = showable(`${name} · ${title}`).replaceAll('\n', ' ')
  const paper = new Paper({ ...options, title: fullTitle, mark })
  for (const { text, mime = 'text/plain', relationship = 'Source', ...named } of options.attachments ?? []) {
    const at = new Date(options.createdAt)
    const file = { ...named, type: mime, creationDate: at, modifiedDate: at }
    paper.pdf.file(Buffer.from(text), { ...file, relationship } as typeof file)
  }
  writeLetterhead(paper, document)
  for (const block of blocks) {
    await writeBlock(paper, block)
    // Other requests go on between the parts of a long document.
    await setImmediate()
  }
  return paper.end(name, options.seal)
}

function writeLetterhead(paper: Paper, { kind, number, title, mark }: PrintedDocument): void {
  const half = area.width / 2
  const above: PlacedLines[] = [
    { x: area.left, width: half, lines: paper.lines(kind, label, half), element: paper.element('P') },
    {
      x: area.left + half,
      width: half,
      lines: paper.lines(number, { ...label, align: 'end' }, half),
      element: paper.element('P'),
    },
  ]
  paper.row(above)
  if (mark) writeText(paper, mark, { ...strong, color: alarm }, 'P')
  paper.y += 2
  writeText(paper, title, { size: 19, weight: 600, color: ink }, 'H1')
  paper.y += 8
  paper.rule(ink, 1.2)
  paper.y += 6
}

async function writeBlock(paper: Paper, block: PrintBlock): Promise<void> {
  switch (block.kind) {
    case 'heading':
      paper.space(14)
      paper.ensure(80)
      writeText(paper, block.text, heading, 'H2')
      paper.y += 3
      return
    case 'text':
      paper.space(4)
      writeText(paper, block.text, body, 'P')
      return
    case 'facts':
      paper.space(4)
      return writeFacts(paper, block.facts)
    case 'cards':
      paper.space(6)
      return writeCards(paper, block.cards)
    case 'table':
      paper.space(6)
      return await writeTable(paper, block)
    case 'qr':
      paper.space(6)
      return writeQr(paper, block)
    case 'barcode':
      paper.space(6)
      return writeBarcode(paper, block)
    case 'drawing':
      paper.space(4)
      return writeDrawing(paper, block)
    case 'pairs':
      paper.space(4)
      return writePairs(paper, block)
    case 'sums':
      paper.space(4)
      return writeSums(paper, block)
    case 'slip':
      paper.space(12)
      return writeSlip(paper, block)
  }
}

function writeFacts(paper: Paper, facts: Extract<Block, { kind: 'facts' }>['facts']): void {
  const list = paper.element('L')
  const termWidth = area.width / 3
  const valueWidth = area.width - termWidth
  for (const [name, value] of facts) {
    const item = paper.element('LI', list)
    const cells = [
      {
        x: area.left,
        width: termWidth,
        lines: paper.lines(name, term, termWidth - gutter),
        element: paper.element('Lbl', item),
      },
      {
        x: area.left + termWidth,
        width: valueWidth,
        lines: paper.lines(value, fitting(paper, value, body, valueWidth), valueWidth),
        element: paper.element('LBody', item),
      },
    ]
    // A short fact stays whole; a long one, such as an approach, goes on over the page.
    paper.row(cells, { keep: cells.every(({ lines }) => lines.length <= 12) })
    paper.y += 3
  }
}

function writeCards(paper: Paper, cards: Extract<Block, { kind: 'cards' }>['cards']): void {
  const width = (area.width - 2 * gutter) / 2
  for (let index = 0; index < cards.length; index += 2) {
    const cells = cards.slice(index, index + 2).map(({ label: above, title, lines }, column): PlacedLines => {
      const parts: [string, Style][] = [
        [above, label],
        [title, strong],
        ...lines.map((line): [string, Style] => [line, body]),
      ]
      return {
        x: area.left + column * (width + 2 * gutter),
        width,
        lines: parts.flatMap(([text, style]) => paper.lines(text, style, width)),
        element: paper.element('P'),
      }
    })
    paper.row(cells, { keep: true })
    paper.y += 8
  }
}

type Table = Extract<Block, { kind: 'table' }>

const cell: Style = { size: 9, weight: 400, color: ink }
const head: Style = { size: 8.5, weight: 600, color: muted }
const total: Style = { ...cell, weight: 600 }

async function writeTable(paper: Paper, content: Table): Promise<void> {
  const { caption, columns, rows, footer } = content
  const widths = columnWidths(paper, content)
  const lefts = widths.map((_, index) => area.left + widths.slice(0, index).reduce((sum, width) => sum + width, 0))
  const table = paper.element('Table', paper.root, { title: caption })
  const last = columns.length - 1
  const inner = (index: number) => (widths[index] ?? 0) - (index === last ? 0 : gutter)
  const styled = (style: Style, index: number): Style => (columns[index]?.numeric ? { ...style, align: 'end' } : style)
  const place = (lines: Line[], index: number) => ({ x: lefts[index] ?? 0, width: inner(index), lines })
  const headLines = columns.map(({ header }, index) =>
    place(paper.lines(header, styled(head, index), inner(index)), index),
  )
  const headHeight = Math.max(0, ...headLines.map(({ lines }) => lines.reduce((sum, { height }) => sum + height, 0)))
  const underHead = () => {
    paper.y += 3
    paper.rule(muted, 0.8)
    paper.y += 5
  }
  const repeatHead = () => {
    for (const { lines, x, width } of headLines) paper.aside(lines, x, width)
    paper.y += headHeight
    underHead()
  }
  paper.ensure(headHeight + 50)
  const headRow = paper.element('TR', table)
  paper.row(
    headLines.map((part) => ({ ...part, element: paper.element('TH', headRow, { scope: 'Column' }) })),
    { keep: true },
  )
  underHead()
  const writeRow = (cells: readonly Cell[], style: Style) => {
    const row = paper.element('TR', table)
    const placed = columns.map((_, index) => {
      const value = cells[index] ?? ''
      const { text, note } = typeof value === 'string' ? { text: value, note: '' } : value
      const lines = text === '' ? [] : paper.lines(text, styled(style, index), inner(index))
      if (note) lines.push(...paper.lines(note, styled(small, index), inner(index)))
      return { ...place(lines, index), element: paper.element('TD', row) }
    })
    paper.row(placed, { keep: true, continued: repeatHead })
    paper.y += 4
  }
  for (const [index, cells] of rows.entries()) {
    writeRow(cells, cell)
    paper.rule(faint, 0.5)
    paper.y += 4
    if (index % 20 === 19) await setImmediate()
  }
  if (footer) writeRow(footer, total)
  paper.y += 4
}

/** The columns' widths by their shares, where an amount is never broken if the texts beside it can give way. */
function columnWidths(paper: Paper, { columns, rows, footer }: Table): number[] {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => (area.width * width) / shares)
  const needs = columns.map(({ numeric, header }, index) => {
    if (!numeric) return 0
    const texts = rows
      .map((cells) => cells[index] ?? '')
      .map((value) => (typeof value === 'string' ? value : value.text))
    const widest = Math.max(...[...new Set(texts)].map((text) => widestWord(paper.pdf, text, cell)), 0)
    const ends = [widestWord(paper.pdf, footer?.[index] ?? '', total), widestWord(paper.pdf, header, head)]
    return Math.min(Math.max(widest, ...ends) + gutter + 1, area.width / 4)
  })
  for (const [index, need] of needs.entries()) {
    const lack = need - (widths[index] ?? 0)
    const giver = widths.reduce(
      (best, width, at) => (!columns[at]?.numeric && width > (widths[best] ?? 0) ? at : best),
      0,
    )
    if (lack <= 0 || columns[giver]?.numeric) continue
    widths[index] = need
    widths[giver] = (widths[giver] ?? 0) - lack
  }
  return widths
}
