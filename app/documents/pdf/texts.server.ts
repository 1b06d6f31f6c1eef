import { type Style, widestWord } from './lines.server.ts'
import { area, ink, muted, type Paper } from './paper.server.ts'

export const body: Style = { size: 10, weight: 400, color: ink }
export const strong: Style = { ...body, weight: 600 }
export const term: Style = { ...body, color: muted }
export const label: Style = { size: 8.5, weight: 400, color: muted }
export const small: Style = { size: 8, weight: 400, color: muted }
export const heading: Style = { size: 13, weight: 600, color: ink }
export const gutter = 10

/** Writes a text over the whole width, as an element of the structure (`P`, `H2`). A heading goes to the next page whole. */
export function writeText(paper: Paper, text: string, style: Style, type: string): void {
  const element = paper.element(type)
  paper.row([{ x: area.left, width: area.width, lines: paper.lines(text, style), element }], { keep: type !== 'P' })
}

/** The smallest print in which a long word, such as a hash, is set whole. */
const smallest = 7

/**
 * The style in which the widest word of a text fits into `width` points: smaller print where that is enough, because a hash that is broken
 * over two lines is copied with a line break in it, and then is another one.
 */
export function fitting(paper: Paper, text: string, style: Style, width: number): Style {
  const size = Math.floor((style.size * width * 10) / widestWord(paper.pdf, text, style)) / 10
  return size >= style.size || size < smallest ? style : { ...style, size }
}
