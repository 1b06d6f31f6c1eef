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

/** A text in lines of at most `width` points. */
export function linesOf(pdf: Pdf, text: string, style: Style, width: number): Line[] {
  const measure = (part: string) => widthOf(pdf, part, style)
  return breakLines(text, measure, width).map((line) => ({
    runs: runsOf(line, style.weight),
    width: measure(line),
    height: style.size * leading,
    style,
  }))
}

/**
 * A showable text in lines of at most `width`, in the unit of `measure`, broken where Unicode (UAX #14) allows, and within a word that
 * is wider than a line.
 */
export function breakLines(text: string, measure: (part: string) => number, width: number): string[] {
  return showable(text)
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, measure, width))
    .map((line) => line.trimEnd())
}

function breakParagraph(paragraph: string, measure: (part: string) => number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of words(paragraph)) {
    const shown = measure(word.trimEnd())
    if (line !== '' && used + shown > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    if (shown <= width) {
      line += word
      used += measure(word)
      continue
    }
    for (const character of word) {
      const wide = measure(character)
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
