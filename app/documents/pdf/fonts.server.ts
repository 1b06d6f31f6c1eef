import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { unpackWoff } from './woff.server.ts'

export type Weight = 400 | 600

/** A part of a line in one font, and its name in the document. */
export type Run = { font: string; text: string }

const require = createRequire(import.meta.url)
const sans = dirname(require.resolve('@fontsource/noto-sans/package.json'))
const math = dirname(require.resolve('@fontsource/noto-sans-math/package.json'))
const read = (folder: string, name: string) => unpackWoff(readFileSync(join(folder, 'files', `${name}-normal.woff`)))
// `scripts/prune.mjs` keeps these files in the container's image, and no others.
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
const missing = '□'
/** Letters that Noto Sans Math has for formulas only: they do not join, and nothing here orders them from right to left. */
const unshaped = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Noto Sans by script, and Noto Sans Math, which has arrows, signs of comparison and boxes. Read once; earlier fonts are asked first. */
const fonts: { weights: readonly Weight[]; name: string; bytes: Buffer }[] = [
  ...scripts.flatMap((script) =>
    ([400, 600] as const).map((weight) => ({
      weights: [weight],
      name: `${script}-${weight}`,
      bytes: read(sans, `noto-sans-${script}-${weight}`),
    })),
  ),
  {
    weights: [400, 600],
    name: 'math',
    bytes: read(math, 'noto-sans-math-latin-400'),
  },
]

const fontOf: Record<Weight, Map<number, string>> = { 400: new Map(), 600: new Map() }
for (const { weights, name, bytes } of fonts) {
  const font = create(bytes)
  const characters = 'characterSet' in font ? font.characterSet : []
  for (const weight of weights)
    for (const character of characters.filter((one) => !unshaped.test(String.fromCodePoint(one))))
      if (!fontOf[weight].has(character)) fontOf[weight].set(character, name)
}

/**
 * Makes the fonts known to a document, which parses those that it uses anew: a parsed font remembers the characters that it has shown,
 * and a document's bytes must not depend on earlier ones.
 */
export function registerFonts(pdf: InstanceType<typeof PDFDocument>): void {
  for (const { name, bytes } of fonts) pdf.registerFont(name, bytes)
}

/**
 * A text as it can be shown: composed, without control characters, marks of direction and what else takes no room. A character that
 * no font has becomes what it stands for (⅓ is 1⁄3), or a box. Lines end with \n.
 */
export function showable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(/[\u202F\u2007]/g, '\u00A0')
    .replace(/(?!\n|\u200B)[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
  const written = plain.replace(raised, (run) =>
    every(run) ? run : `${isRaised(run) ? '^' : '_'}${run.normalize('NFKC')}`,
  )
  const characters = Array.from(written)
  return characters
    .map((one, at) => (isKnown(one) ? one : standIn(one, characters[at - 1], characters[at + 1])))
    .join('')
}

/** Numbers above or below the line: 10⁶ is written 10^6 where a font lacks ⁶, because 106 would be another number. */
const raised = /[\u2070\u00B9\u00B2\u00B3\u2074-\u207B]+|[\u2080-\u208B]+/gu
const isRaised = (run: string) => !/[\u2080-\u208B]/u.test(run)
const every = (text: string) => Array.from(text).every(isKnown)

const isKnown = (character: string) =>
  character === '\n' || character === '\u200B' || fontOf[400].has(character.codePointAt(0) ?? 0)

/** What a character stands for, apart from a digit beside it, with which it would be another number: 2⅓ is 2 1⁄3. */
function standIn(character: string, before = '', after = ''): string {
  if (/\s/u.test(character)) return ' '
  const plain = character.normalize('NFKC')
  if (plain === character || !every(plain)) return missing
  const apart = (one: string, other: string) => (/\d/.test(one) && /\p{N}/u.test(other) ? '\u00A0' : '')
  return apart(plain[0] ?? '', before) + plain + apart(plain.at(-1) ?? '', after)
}

/** A showable text in the fonts that have its characters. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    if (character === '\u200B') continue
    const font = fontOf[weight].get(character.codePointAt(0) ?? 0) ?? 'math'
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

const drawn = new Map<string, Font>()

/** A font by the name of a run, to draw its outlines. Parsed once, and apart from the fonts of documents. */
export function fontNamed(name: string): Font {
  const known = drawn.get(name)
  if (known) return known
  const bytes = fonts.find((font) => font.name === name)?.bytes
  if (!bytes) throw new Error(`no font is named ${name}`)
  const font = create(bytes) as Font
  drawn.set(name, font)
  return font
}
