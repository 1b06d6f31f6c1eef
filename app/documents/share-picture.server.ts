import { defaultTheme, type Token } from '#app/ui/themes/theme-palette.ts'
import { themeOf } from '#app/ui/themes/themes.ts'
import { fontNamed, runsOf, type Weight } from './pdf/fonts.server.ts'
import { breakLines } from './pdf/lines.server.ts'

/** What a picture shows: a title of up to three lines, facts below it, and the name of the product. */
export type SharePicture = { title: string; facts: string[]; product: string }

/** The size that the previews of links ask for, in px. */
export const sharePictureSize = { width: 1200, height: 630 }

const margin = 80
const room = sharePictureSize.width - 2 * margin
const maxTitleLines = 3
const titleSizes = [76, 64, 54]
const factSize = 32

/**
 * The picture that other programs show beside a link to a page (Open Graph), as a PNG. Letters are drawn as outlines of our own fonts,
 * so that nothing of a text is read as markup and no font of the machine is needed.
 */
export async function renderSharePicture(picture: SharePicture): Promise<Uint8Array> {
  // Loaded with the first picture: it takes memory that no page needs.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svgOf(picture)))
    .png({ palette: true, effort: 1 })
    .toBuffer()
}

function svgOf({ title, facts, product }: SharePicture): string {
  const { width, height } = sharePictureSize
  const { size, lines } = fitTitle(title)
  const titleTop = 210
  const factTop = titleTop + lines.length * size * 1.22 + 20
  const drawn = [
    `<rect width="${width}" height="${height}" fill="${color('background')}"/>`,
    `<rect y="${height - 12}" width="${width}" height="12" fill="${color('primary')}"/>`,
    mark(margin, 72, 64),
    outlines(product, 600, 40, color('foreground'), margin + 88, 118),
    ...lines.map((line, index) =>
      outlines(line, 600, size, color('foreground'), margin, titleTop + size + index * size * 1.22),
    ),
    ...facts
      .slice(0, 3)
      .map((fact, index) =>
        outlines(
          shorten(fact, 400, factSize),
          400,
          factSize,
          color('mutedForeground'),
          margin,
          factTop + 40 + index * 48,
        ),
      ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`
}

/** The largest size at which a title fits into three lines; at the smallest the rest is left out. */
function fitTitle(title: string): { size: number; lines: string[] } {
  const smallest = titleSizes.at(-1) ?? 0
  const size =
    titleSizes.find((one) => breakLines(title, (part) => widthOf(part, 600, one), room).length <= maxTitleLines) ??
    smallest
  const lines = breakLines(title, (part) => widthOf(part, 600, size), room)
  if (lines.length <= maxTitleLines) return { size, lines }
  const last = shorten(`${lines[maxTitleLines - 1]} ${lines[maxTitleLines]}`, 600, size)
  return { size, lines: [...lines.slice(0, maxTitleLines - 1), last] }
}

/** A text in one line, with an ellipsis where it does not fit. */
function shorten(text: string, weight: Weight, size: number): string {
  const [line = '', ...more] = breakLines(text, (part) => widthOf(part, weight, size), room - size)
  return more.length > 0 ? `${line}…` : line
}

function widthOf(text: string, weight: Weight, size: number): number {
  return runsOf(text, weight).reduce((sum, run) => {
    const font = fontNamed(run.font)
    return sum + (font.layout(run.text).advanceWidth * size) / font.unitsPerEm
  }, 0)
}

/** A line of text as paths, from `x` on, above the base line `y`. */
function outlines(text: string, weight: Weight, size: number, fill: string, x: number, y: number): string {
  let at = x
  const paths: string[] = []
  for (const run of runsOf(text, weight)) {
    const font = fontNamed(run.font)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      const path = glyph.path.toSVG()
      if (path) paths.push(`<path transform="translate(${at.toFixed(1)} ${y}) scale(${scale} ${-scale})" d="${path}"/>`)
      at += (positions[index]?.xAdvance ?? 0) * scale
    }
  }
  return `<g fill="${fill}">${paths.join('')}</g>`
}

/** The product's mark, `size` px wide. */
function mark(x: number, y: number, size: number): string {
  const bricks = [
    [6, 20.5, 20, 5.5, 1],
    [6, 13.25, 9.25, 5.75, 1],
    [16.75, 13.25, 9.25, 5.75, 0.55],
    [6, 6, 9.25, 5.75, 0.55],
  ]
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="8" fill="${color('primary')}"/>${bricks
    .map(
      ([left, top, width, height, opacity]) =>
        `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="1.2" opacity="${opacity}" fill="${color('primaryForeground')}"/>`,
    )
    .join('')}</g>`
}

const color = (token: Token) => `hsl(${themeOf(defaultTheme).colors[token].replaceAll(' ', ',')})`
