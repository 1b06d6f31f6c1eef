import type { PrintBlock } from '#app/documents/document.ts'
import { drawBarcode, drawQr } from './codes.server.ts'
import type { Line, Style } from './lines.server.ts'
import { area, ink, muted, type Paper, type PlacedLines } from './paper.server.ts'
import { body, fitting, gutter, label, small, strong, term } from './texts.server.ts'

type Block<Kind extends PrintBlock['kind']> = Extract<PrintBlock, { kind: Kind }>
type Pair = readonly [term: string, value: string]

const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)

/** Two terms beside each other, each with its value, like the head of an invoice. They are read pair by pair. */
export function writePairs(paper: Paper, { pairs }: Block<'pairs'>): void {
  const list = paper.element('L')
  const width = (area.width - 2 * gutter) / 2
  for (let index = 0; index < pairs.length; index += 2) {
    const cells = pairs.slice(index, index + 2).flatMap((pair, column) => {
      const left = area.left + column * (width + 2 * gutter)
      const item = paper.element('LI', list)
      return pairCells(paper, pair, { left, width, item })
    })
    paper.row(cells, { keep: true })
    paper.y += 2
  }
  paper.y += 8
}

type Place = { left: number; width: number; item: ReturnType<Paper['element']> }

function pairCells(paper: Paper, [name, value]: Pair, { left, width, item }: Place): PlacedLines[] {
  const termWidth = width * 0.44
  const valueWidth = width - termWidth
  const small = { ...term, size: 9 }
  const plain = { ...body, size: 9 }
  return [
    {
      ...{ x: left, width: termWidth, element: paper.element('Lbl', item) },
      lines: paper.lines(name, fitting(paper, name, small, termWidth - gutter), termWidth - gutter),
    },
    {
      ...{ x: left + termWidth, width: valueWidth, element: paper.element('LBody', item) },
      lines: paper.lines(value, fitting(paper, value, plain, valueWidth), valueWidth),
    },
  ]
}

/** Sums at the end of the line, with their terms to the left. They stay on one page where they fit on one. */
export function writeSums(paper: Paper, { sums, note }: Block<'sums'>): void {
  const width = area.width * 0.62
  const left = area.right - width
  const amountWidth = width * 0.36
  const rows = sums.map(({ term: name, amount, isTotal }) => {
    const style: Style = isTotal ? { ...strong, size: 11 } : { ...body, size: 9.5 }
    const amountStyle: Style = { ...fitting(paper, amount, style, amountWidth), align: 'end' }
    const terms = paper.lines(name, isTotal ? style : { ...style, color: muted }, width - amountWidth - gutter)
    return { isTotal, terms, amounts: paper.lines(amount, amountStyle, amountWidth) }
  })
  const noted = note ? paper.lines(note, small, width) : []
  paper.ensure(rows.reduce((sum, { terms, isTotal }) => sum + heightOf(terms) + (isTotal ? 8 : 1), heightOf(noted)))
  const list = paper.element('L')
  for (const { isTotal, terms, amounts } of rows) {
    const item = paper.element('LI', list)
    if (isTotal) {
      paper.y += 3
      paper.rule(ink, 0.8, paper.y, left)
      paper.y += 3
    }
    paper.row(
      [
        { x: left, width: width - amountWidth, lines: terms, element: paper.element('Lbl', item) },
        { x: area.right - amountWidth, width: amountWidth, lines: amounts, element: paper.element('LBody', item) },
      ],
      { keep: true },
    )
    paper.y += isTotal ? 2 : 1
  }
  if (note) paper.row([{ x: left, width, lines: noted, element: paper.element('P') }])
  paper.y += 4
}

const qrSide = 88

/** What a payer needs, under a line of its own and never divided: facts to the left, the QR code to the right, the bars below. */
export function writeSlip(paper: Paper, { title, facts, qr, barcode }: Block<'slip'>): void {
  const right = qr ? qrSide + 3 * gutter : 0
  const width = area.width - right
  const termWidth = Math.min(150, width * 0.34)
  const valueWidth = width - termWidth
  const rows = facts.map(([name, value]) => ({
    terms: paper.lines(name, { ...term, size: 9 }, termWidth - gutter),
    values: paper.lines(value, fitting(paper, value, { ...strong, size: 9.5 }, valueWidth), valueWidth),
  }))
  const factsHeight = rows.reduce((sum, { terms, values }) => sum + Math.max(heightOf(terms), heightOf(values)) + 2, 0)
  const scan = qr ? paper.lines(qr.text, small, qrSide + 2 * gutter) : []
  const besides = qr ? qrSide + 4 + heightOf(scan) : 0
  const titles = paper.lines(title, { ...strong, size: 11 })
  paper.ensure(10 + heightOf(titles) + 4 + Math.max(factsHeight + (barcode ? 76 : 0), besides))
  paper.rule(ink, 0.8)
  paper.y += 8
  const top = paper.y
  if (qr) drawQr(paper, qr, area.right - qrSide, qrSide)
  paper.row([{ x: area.left, width, lines: titles, element: paper.element('H2') }])
  paper.y += 4
  const list = paper.element('L')
  for (const { terms, values } of rows) {
    const item = paper.element('LI', list)
    paper.row([
      { x: area.left, width: termWidth, lines: terms, element: paper.element('Lbl', item) },
      { x: area.left + termWidth, width: valueWidth, lines: values, element: paper.element('LBody', item) },
    ])
    paper.y += 2
  }
  if (barcode) writeBars(paper, barcode, width)
  const end = paper.y
  if (!qr) return
  paper.y = top + qrSide + 4
  const x = area.right - qrSide - 2 * gutter
  const ended = scan.map((line) => ({ ...line, style: { ...line.style, align: 'end' as const } }))
  paper.row([{ x, width: qrSide + 2 * gutter, lines: ended, element: paper.element('P') }])
  paper.y = Math.max(end, paper.y)
}

function writeBars(paper: Paper, barcode: NonNullable<Block<'slip'>['barcode']>, width: number): void {
  const place = () => ({ x: area.left, width, element: paper.element('P') })
  paper.y += 4
  paper.row([{ ...place(), lines: paper.lines(barcode.label, label) }])
  paper.y += 2
  drawBarcode(paper, barcode)
  paper.row([{ ...place(), lines: paper.lines(barcode.digits, { ...body, size: 8.5 }, width) }])
}
