import type { Block } from '#app/documents/document.ts'
import { area, ink, type Paper } from './paper.server.ts'
import { body, fitting, gutter, label, writeText } from './texts.server.ts'

/** The code on the left, and what it leads to beside it. */
export function writeQr(paper: Paper, { text, url, label, modules }: Extract<Block, { kind: 'qr' }>): void {
  const side = 96
  paper.ensure(side + 12)
  const { y: top } = paper
  drawQr(paper, { label, modules }, area.left, side)
  const x = area.left + side + 2 * gutter
  const width = area.right - x
  for (const said of [text, url ?? ''].filter(Boolean))
    paper.row([
      { x, width, lines: paper.lines(said, fitting(paper, said, body, width), width), element: paper.element('P') },
    ])
  paper.y = Math.max(paper.y, top + side) + 8
}

/** Draws a QR code, `side` points wide and high, at the present height of the page. */
export function drawQr(
  paper: Paper,
  { label, modules }: { label: string; modules: readonly string[] },
  left: number,
  side: number,
): void {
  const { pdf, y: top } = paper
  const module = side / modules.length
  paper.element('Figure', paper.root, { alt: label }).add(() => {
    for (const [y, row] of modules.entries())
      for (const { index, 0: dark } of row.matchAll(/1+/g))
        pdf.rect(left + index * module, top + y * module, dark.length * module, module)
    pdf.fillColor(ink).fill()
  })
}

/** The width of a module, in points: 54 digits take 105 mm, as on the banks' own forms. */
const barModule = 0.9

const barHeight = 36

/** The bars with their digits below, which a payer types where nothing reads the bars. */
export function writeBarcode(paper: Paper, { label: name, ...code }: Extract<Block, { kind: 'barcode' }>): void {
  paper.ensure(barHeight + 40)
  writeText(paper, name, label, 'P')
  paper.y += 3
  drawBarcode(paper, { label: name, ...code })
  writeText(paper, code.digits, fitting(paper, code.digits, body, area.width), 'P')
  paper.y += 4
}

/** Draws bars at the present height of the page, which ends below them. */
export function drawBarcode(
  paper: Paper,
  { label: name, digits, modules }: { label: string; digits: string; modules: string },
): void {
  const { y: top, pdf } = paper
  paper.element('Figure', paper.root, { alt: `${name}: ${digits}` }).add(() => {
    for (const { index, 0: bar } of modules.matchAll(/1+/g))
      pdf.rect(area.left + index * barModule, top, bar.length * barModule, barHeight)
    pdf.fillColor(ink).fill()
  })
  paper.y = top + barHeight + 3
}
