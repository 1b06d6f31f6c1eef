import PDFDocument from 'pdfkit'
import type { Seal } from '#app/documents/seal/seal-pdf.server.ts'
import { registerFonts } from './fonts.server.ts'
import { type Line, linesOf, type Style, widthOf } from './lines.server.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Structure = ReturnType<Pdf['struct']>

/** A part of a row: its lines, where they stand (in points from the left), and the element of the structure that they belong to. */
export type PlacedLines = { x: number; width: number; lines: Line[]; element: Structure }

export const ink = '#16191d'
export const muted = '#596270'
export const faint = '#d3d7dc'
const markColor = '#eceef0'
export const alarm = '#b3261e'

/** Letters that Noto Sans takes apart into a letter and its accent, which then has no text of its own to be copied. */
const taken = /[ǹḿṃṅṣẹịọụ]/

const a4 = { width: 595.28, height: 841.89 }
const margin = { top: 56, side: 56, bottom: 68 }

/** Where a page's text begins, and how wide it is, in points. */
export const area = { left: margin.side, right: a4.width - margin.side, width: a4.width - 2 * margin.side }
const bottom = a4.height - margin.bottom
const full = bottom - margin.top

/**
 * A4 pages that are written from top to bottom, as PDF/A-3a: fonts embedded, every text in a tagged structure.
 * `pdf` and `root` are for what draws itself; `y` is where the next thing goes.
 */
export class Paper {
  readonly pdf: Pdf
  readonly root: Structure
  y = margin.top
  readonly #mark: string | null

  constructor({
    title,
    locale,
    createdAt,
    mark,
  }: { title: string; locale: string; createdAt: number; mark: string | null }) {
    this.#mark = mark
    this.pdf = new PDFDocument({
      size: [a4.width, a4.height],
      margin: 0,
      font: '',
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      displayTitle: true,
      lang: locale,
      info: { Title: title, Creator: 'Groundwork', Producer: 'Groundwork', CreationDate: new Date(createdAt) },
    })
    escapeTitleInXml(this.pdf)
    registerFonts(this.pdf)
    this.root = this.pdf.struct('Document')
    this.pdf.addStructure(this.root)
    this.newPage()
  }

  newPage(): void {
    this.pdf.addPage()
    this.y = margin.top
    if (this.#mark) this.#drawMark(this.#mark)
  }

  /** Leaves room, unless a page has just begun. */
  space(points: number): void {
    if (this.y > margin.top) this.y += points
  }

  /** Begins a page unless so much room is left. */
  ensure(points: number): void {
    if (this.y + points > bottom && this.y > margin.top) this.newPage()
  }

  lines(text: string, style: Style, width: number = area.width): Line[] {
    return linesOf(this.pdf, text, style, width)
  }

  element(
    type: string,
    parent: Structure = this.root,
    options: { title?: string; scope?: string; alt?: string } = {},
  ): Structure {
    const element = this.pdf.struct(type, options)
    parent.add(element)
    return element
  }

  /**
   * Writes lines side by side. `keep`: they go to the next page together, if they fit on one. What is taller goes on there, after
   * `continued` has written what stands at the top of it.
   */
  row(
    cells: readonly PlacedLines[],
    { keep = false, continued }: { keep?: boolean; continued?: () => void } = {},
  ): void {
    const heights = cells.map(({ lines }) => heightOf(lines))
    const height = Math.max(0, ...heights)
    const least = keep && height <= full * 0.9 ? height : Math.min(height, 34)
    if (this.y + least > bottom && this.y > margin.top) {
      this.newPage()
      continued?.()
    }
    let rest = cells
    for (;;) {
      const room = bottom - this.y
      const parts = rest.map((cell) => ({ ...cell, fit: fitting(cell.lines, room) }))
      for (const { x, width, lines, fit, element } of parts)
        if (fit > 0) element.add(() => this.#draw(lines.slice(0, fit), x, width))
      rest = parts.map(({ fit, ...cell }) => ({ ...cell, lines: cell.lines.slice(fit) }))
      if (rest.every(({ lines }) => lines.length === 0)) {
        this.y += Math.max(0, ...parts.map(({ lines, fit }) => heightOf(lines.slice(0, fit))))
        return
      }
      this.newPage()
      continued?.()
    }
  }

  /** Text that a reader of the structure skips: a repeated head, the foot of a page. */
  aside(lines: readonly Line[], x: number, width: number): void {
    this.decoration(() => this.#draw(lines, x, width))
  }

  /** Draws what is no content. */
  decoration(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Pagination' })
    draw()
    this.pdf.endMarkedContent()
  }

  rule(color: string, thickness: number, y: number = this.y, left: number = area.left): void {
    this.decoration(() => {
      this.pdf.moveTo(left, y).lineTo(area.right, y).lineWidth(thickness).strokeColor(color).stroke()
    })
  }

  /** Writes the foot of every page and the place of a seal, and gives the file. */
  async end(foot: string, seal?: Pick<Seal, 'reserve'>): Promise<Uint8Array> {
    const { start, count } = this.pdf.bufferedPageRange()
    const style: Style = { size: 8, weight: 400, color: muted }
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page)
      this.y = bottom + 20
      this.rule(faint, 0.5)
      this.y += 6
      const left = this.lines(foot, style, area.width - 60).slice(0, 1)
      this.aside(left, area.left, area.width)
      this.aside(this.lines(`${page + 1} / ${count}`, { ...style, align: 'end' }), area.left, area.width)
    }
    this.root.end()
    seal?.reserve(this.pdf)
    this.pdf.end()
    const chunks: Uint8Array[] = []
    for await (const chunk of this.pdf) chunks.push(chunk as Uint8Array)
    return Buffer.concat(chunks)
  }

  #draw(lines: readonly Line[], x: number, width: number): void {
    let y = this.y
    for (const line of lines) {
      const { size, color, align } = line.style
      const top = y + (line.height - size * 1.362) / 2
      let at = align === 'end' ? x + width - line.width : x
      for (const { font, text } of line.runs) {
        const whole = taken.test(text) ? ({ features: { ccmp: false } } as object) : {}
        this.pdf
          .font(font, size)
          .fillColor(color)
          .text(text, at, top, { lineBreak: false, ...whole })
        at += this.pdf.widthOfString(text)
      }
      y += line.height
    }
  }

  #drawMark(mark: string): void {
    const style: Style = { size: 100, weight: 600, color: markColor }
    const size = Math.min(100, (100 * 520) / widthOf(this.pdf, mark, style))
    const [line] = this.lines(mark, { ...style, size }, Number.POSITIVE_INFINITY)
    if (!line) return
    const y = this.y
    const middle: [number, number] = [a4.width / 2, a4.height / 2]
    this.decoration(() => {
      this.pdf.save().rotate(-40, { origin: middle })
      this.y = middle[1] - line.height / 2
      this.#draw([line], middle[0] - line.width / 2, line.width)
      this.pdf.restore()
    })
    this.y = y
  }
}

const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)

/** How many of the lines fit into a height; at least one, so that a page is never left empty. */
function fitting(lines: readonly Line[], room: number): number {
  let height = 0
  const over = lines.findIndex((line) => {
    height += line.height
    return height > room + 0.01
  })
  return over === -1 ? lines.length : over
}

/** pdfkit writes the title into its XML as it is. */
function escapeTitleInXml(pdf: Pdf): void {
  const whole = pdf as Pdf & { endMetadata(): void }
  const endMetadata = whole.endMetadata.bind(pdf)
  whole.endMetadata = () => {
    pdf.info.Title = pdf.info.Title?.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    endMetadata()
  }
}
