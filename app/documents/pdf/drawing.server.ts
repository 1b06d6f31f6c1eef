import type { Block } from '#app/documents/document.ts'
import { drawingGrid, drawingLine } from '#app/documents/drawing.ts'
import { area, ink, type Paper } from './paper.server.ts'
import { gutter, term } from './texts.server.ts'

const width = 180
const height = (width * drawingGrid.height) / drawingGrid.width

/** What it is on the left, as the terms of facts are, and the drawing beside it. */
export function writeDrawing(paper: Paper, { label, alt, path }: Extract<Block, { kind: 'drawing' }>): void {
  paper.ensure(height + 12)
  const { y: top, pdf } = paper
  const termWidth = area.width / 3
  const lines = paper.lines(label, term, termWidth - gutter)
  paper.row([{ x: area.left, width: termWidth, lines, element: paper.element('P') }])
  paper.element('Figure', paper.root, { alt }).add(() => {
    pdf.save()
    pdf.translate(area.left + termWidth, top).scale(width / drawingGrid.width)
    pdf.path(path).lineWidth(drawingLine).lineCap('round').lineJoin('round').strokeColor(ink).stroke()
    pdf.restore()
  })
  paper.y = Math.max(paper.y, top + height) + 6
}
