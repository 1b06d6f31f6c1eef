import LineBreaker from 'linebreak'
import type PDFDocument from 'pdfkit'
import { type Run, runsOf, showable, type Weight } from './fonts.server.ts'

export type Style = { size: number; weight: Weight; color: string; align?: 'end' }

/** A line of a text, ready to draw: its runs side by side, `width` points wide and `height` points high. */
export type Line = { runs: Run[]; width: number; height: number; style: Style }

type Pdf = InstanceType<typeof PDFDocument>

const leading = 1.42

/** How wide a text is in one line, in points. */
export function widthOf(pdf: Pdf, text: string, { size, weight }: Style): number {
  return runsOf(text, weight).reduce((sum, run) => sum + pdf.font(run.font, size).widthOfString(run.text), 0)
}

/** A text in lines of at most `width` points, broken where Unicode (UAX #14) allows, and within a word that is wider than a line. */
export function linesOf(pdf: Pdf, text: string, style: Style, width: number): Line[] {
  const lines = showable(text)
    .split('\n')
    .flatMap((paragraph) => breakParagraph(pdf, paragraph, style, width))
  return lines.map((line) => {
    const shown = line.trimEnd()
    return { runs: runsOf(shown, style.weight), width: widthOf(pdf, shown, style), height: style.size * leading, style }
  })
}

function breakParagraph(pdf: Pdf, paragraph: string, style: Style, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of words(paragraph)) {
    const shown = widthOf(pdf, word.trimEnd(), style)
    if (line !== '' && used + shown > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    if (shown <= width) {
      line += word
      used += widthOf(pdf, word, style)
      continue
    }
    for (const character of word) {
      const wide = widthOf(pdf, character, style)
      if (line !== '' && used + wide > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += character
      used += wide
    }
  }
  return [...lines, line]
}

/** The parts of a paragraph between which a line may break, with the spaces after them. */
function* words(paragraph: string): Generator<string> {
  const breaker = new LineBreaker(paragraph)
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    yield paragraph.slice(start, next.position)
    start = next.position
  }
}

/** How wide the widest part of a text is that only breaks in an emergency, in points. */
export function widestWord(pdf: Pdf, text: string, style: Style): number {
  const parts = showable(text)
    .split('\n')
    .flatMap((paragraph) => [...words(paragraph)])
  return Math.max(0, ...parts.map((part) => widthOf(pdf, part.trimEnd(), style)))
}
