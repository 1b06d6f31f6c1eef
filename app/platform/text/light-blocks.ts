import { parseLight, type Token } from './light-format.ts'

type Line = Token[]

/** A part of a message on lines of its own. Blocks never nest. */
export type Block =
  | { kind: 'lines'; tokens: Token[] }
  | { kind: 'code'; text: string }
  | { kind: 'bullets'; items: Line[] }
  | { kind: 'numbers'; start: number; items: Line[] }
  | { kind: 'quote'; tokens: Token[] }

type Sign = { kind: 'bullets' | 'numbers' | 'quote'; length: number; number: number }

/** What a line of a list or a quotation begins with. */
const sign = /^ {0,3}(?:(?<bullet>[-•*] +)|(?<number>\d{1,6})\. +|(?<quote>> ?))(?=\S|$)/

/**
 * Parses a message into its blocks, with the light formatting inside (`parseLight`): lists whose lines begin with "- ", "* " or "• ",
 * or with numbers that count on, code in three backticks, quotations whose lines begin with ">", and other lines.
 * One numbered line is no list: "3. May" is a date in German, Finnish and Norwegian. Takes time linear in the length of the text.
 */
export function parseBlocks(text: string, mentions: Parameters<typeof parseLight>[1] = []): Block[] {
  const blocks: Block[] = []
  const lines = linesOf(parseLight(text, mentions))
  for (let at = 0; at < lines.length; ) {
    const { block, end } = blockAt(lines, at)
    blocks.push(block)
    at = end
  }
  return blocks
}

/** Splits tokens into lines. Code in three backticks is one, without the line breaks around it. */
function linesOf(tokens: readonly Token[]): Line[] {
  const lines: Line[] = []
  let line: Line = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'block') {
      if (line.length > 0) lines.push(line)
      lines.push([token])
      line = []
      continue
    }
    if (token.kind !== 'text') {
      line.push(token)
      continue
    }
    const parts = token.text.split('\n')
    if (parts[0] === '' && parts.length > 1 && tokens[index - 1]?.kind === 'block') parts.shift()
    for (const [place, part] of parts.entries()) {
      if (place > 0) {
        lines.push(line)
        line = []
      }
      if (part !== '') line.push({ ...token, text: part })
    }
  }
  if (line.length > 0) lines.push(line)
  return lines
}

function blockAt(lines: readonly Line[], at: number): { block: Block; end: number } {
  const [only] = lines[at] ?? []
  if (only?.kind === 'block') return { block: { kind: 'code', text: only.text }, end: at + 1 }
  const first = beginning(lines, at)
  const end = endOf(lines, at, first)
  const own = lines.slice(at, end)
  if (!first) return { block: { kind: 'lines', tokens: together(own) }, end }
  const items = own.map((line) => withoutSign(line))
  if (first.kind === 'quote') return { block: { kind: 'quote', tokens: together(items) }, end }
  if (first.kind === 'numbers') return { block: { kind: 'numbers', start: first.number, items }, end }
  return { block: { kind: 'bullets', items }, end }
}

/** The end of the block that begins at a line. */
function endOf(lines: readonly Line[], at: number, first: Sign | null): number {
  let end = at + 1
  for (; end < lines.length; end += 1) {
    if (!first) {
      if (lines[end]?.[0]?.kind === 'block' || beginning(lines, end)) break
      continue
    }
    const next = signOf(lines[end])
    if (next?.kind !== first.kind || (next.kind === 'numbers' && next.number !== first.number + end - at)) break
  }
  return end
}

/** The sign of a line that begins a block. */
function beginning(lines: readonly Line[], at: number): Sign | null {
  const first = signOf(lines[at])
  if (first?.kind !== 'numbers') return first
  const next = signOf(lines[at + 1])
  return next?.kind === 'numbers' && next.number === first.number + 1 ? first : null
}

function signOf(line: Line | undefined): Sign | null {
  const [first] = line ?? []
  if (first?.kind !== 'text' || first.marks.length > 0) return null
  const found = sign.exec(first.text)
  const [length, groups] = [found?.[0].length ?? 0, found?.groups]
  if (groups?.quote) return { kind: 'quote', length, number: 0 }
  // An item has content.
  if (!found || (line?.length === 1 && length === first.text.length)) return null
  return groups?.bullet
    ? { kind: 'bullets', length, number: 0 }
    : { kind: 'numbers', length, number: Number(groups?.number) }
}

function withoutSign([first, ...rest]: Line): Line {
  const length = signOf(first && [first, ...rest])?.length ?? 0
  const text = first?.text.slice(length) ?? ''
  return first?.kind === 'text' && text !== '' ? [{ ...first, text }, ...rest] : rest
}

/** Lines as one run of tokens, with the line breaks between them. */
const together = (lines: readonly Line[]): Token[] =>
  lines.flatMap((line, index) => (index > 0 ? [{ kind: 'text', text: '\n', marks: [] } as Token, ...line] : line))
