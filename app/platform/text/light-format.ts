import { beginsMention, mentionFinder } from './mentions.ts'

/** How a piece of text is set. */
export type Mark = 'bold' | 'italic' | 'strike'

/** A piece of a message. Pieces follow each other and never nest; marks may overlap. */
export type Token =
  | { kind: 'text'; text: string; marks: Mark[] }
  | { kind: 'link'; text: string; href: string; marks: Mark[] }
  | { kind: 'mention'; text: string; userId: string; marks: Mark[] }
  | { kind: 'code'; text: string }
  | { kind: 'block'; text: string }

type Mention = { userId: string; name: string }
type Marker = { kind: 'marker'; text: string; opens: boolean; closes: boolean }
type Piece = Token | Marker
type Cut = { piece: Piece; length: number }

const marks = ['bold', 'italic', 'strike'] as const
const markOf: Record<string, Mark> = { '*': 'bold', '**': 'bold', _: 'italic', '~': 'strike', '~~': 'strike' }
const word = /[\p{L}\p{N}_]/u
const fence = '```'
const longestLink = 2_000

/** The mailbox and domain of an e-mail address as people write it (RFC 5321, 4.1.2, without quoted mailboxes). */
const email = String.raw`(?<![\p{L}\p{N}.+-])[a-z0-9][a-z0-9.+_-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\p{L}\p{N}@-])`
/** A telephone number with its country (RFC 3966, 5.1.4): others could be any number. */
const telephone = String.raw`(?<![\p{L}\p{N}.,:/+-])\+[1-9][\d ()-]{6,22}\d(?![\p{L}\d])`
const web = String.raw`(?:https?://|(?<![\p{L}\p{N}.@/-])www\.)[^\s<>"\x60\\\u200b-\u200f\u202a-\u202e\u2066-\u2069]+`
const signs = String.raw`\*+|_+|~+|\x60+|@`

/**
 * Parses the light formatting of messages: bold by one or two asterisks, _italic_, ~strike~, `code`, code blocks in
 * three backticks, links (with or without their scheme, e-mail addresses, and telephone numbers with their country), and mentions of
 * the given members. Everything else stays plain text. Never throws, returns no
 * HTML, and takes time linear in the length of the text.
 */
export function parseLight(text: string, mentions: readonly Mention[] = []): Token[] {
  return joined(marked(piecesOf(text, mentions)))
}

/** Splits the text wherever a character may have a meaning. */
function piecesOf(text: string, mentions: readonly Mention[]): Piece[] {
  const named = mentionFinder(mentions.map(({ userId, name }) => ({ id: userId, name })))
  const special = new RegExp(`${email}|${telephone}|${web}|${signs}`, 'giu')
  const pieces: Piece[] = []
  let done = 0
  for (let match = special.exec(text); match; match = special.exec(text)) {
    const [sign] = match
    const cut = cutAt(text, match.index, sign, named)
    if (!cut) continue
    if (match.index > done) pieces.push(plain(text.slice(done, match.index)))
    pieces.push(cut.piece)
    done = match.index + cut.length
    special.lastIndex = done
  }
  if (done < text.length) pieces.push(plain(text.slice(done)))
  return pieces
}

const plain = (text: string): Extract<Token, { kind: 'text' }> => ({ kind: 'text', text, marks: [] })

function cutAt(text: string, at: number, sign: string, named: ReturnType<typeof mentionFinder>): Cut | null {
  if (sign.startsWith('`')) return codeAt(text, at, sign)
  if (sign === '@') return mentionAt(text, at, named)
  if (/^[*_~]/.test(sign)) return markOf[sign] ? markerAt(text, at, sign) : null
  if (sign.startsWith('+')) return telephoneAt(sign)
  if (!/^(?:https?:|www\.)/i.test(sign)) return link(sign, `mailto:${sign}`)
  return linkAt(text, at, sign)
}

const link = (text: string, href: string): Cut => ({
  piece: { kind: 'link', text, href, marks: [] },
  length: text.length,
})

/** A number of at most fifteen digits (ITU-T E.164). */
function telephoneAt(sign: string): Cut | null {
  const digits = sign.replace(/\D/g, '')
  return digits.length >= 8 && digits.length <= 15 ? link(sign, `tel:+${digits}`) : null
}

function codeAt(text: string, at: number, sign: string): Cut | null {
  if (sign.length >= fence.length) {
    const end = text.indexOf(fence, at + fence.length)
    const inside = end < 0 ? '' : text.slice(at + fence.length, end).replace(/^\n|\n$/g, '')
    return inside === '' ? null : { piece: { kind: 'block', text: inside }, length: end + fence.length - at }
  }
  const end = text.indexOf('`', at + 1)
  const inside = end < 0 ? '' : text.slice(at + 1, end)
  if (inside === '' || inside.includes('\n')) return null
  return { piece: { kind: 'code', text: inside }, length: end + 1 - at }
}

function mentionAt(text: string, at: number, named: ReturnType<typeof mentionFinder>): Cut | null {
  const found = beginsMention(text, at) ? named(text, at) : null
  const [person] = found?.people ?? []
  if (!found || !person) return null
  const piece = { kind: 'mention' as const, text: text.slice(at, at + found.length), userId: person.id, marks: [] }
  return { piece, length: found.length }
}

function linkAt(text: string, at: number, sign: string): Cut | null {
  if (sign.length > longestLink || word.test(text[at - 1] ?? ' ')) return null
  const shown = withoutTail(sign)
  const href = linkHref(/^www\./i.test(shown) ? `https://${shown}` : shown)
  return href === null ? null : link(shown, href)
}

/**
 * The URL behind a link. Null for anything else, and for a URL with a user name or password, which can disguise another
 * host.
 */
function linkHref(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return url.username === '' && url.password === '' && url.hostname !== '' ? url.href : null
}

/**
 * Drops punctuation that ends the sentence rather than the link. A closing bracket belongs to the link when the link
 * opened it.
 */
function withoutTail(address: string): string {
  let end = address.length
  let open = address.split(')').length - address.split('(').length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    if (last === ')' && open > 0) open -= 1
    else if (!/[.,;:!?'*_~\]}…]/.test(last)) break
  }
  return address.slice(0, end)
}

function markerAt(text: string, at: number, sign: string): Cut {
  const before = text[at - 1] ?? ' '
  const after = text[at + sign.length] ?? ' '
  const opens = !word.test(before) && !/\s/.test(after)
  const closes = !/\s/.test(before) && !word.test(after)
  return { piece: { kind: 'marker', text: sign, opens, closes }, length: sign.length }
}

/** Pairs markers line by line and marks the text between them. An unpaired marker is text. */
function marked(pieces: readonly Piece[]): Token[] {
  const paired = pairs(pieces)
  const active = { bold: 0, italic: 0, strike: 0 }
  return pieces.flatMap((piece, index): Token[] => {
    const step = paired.get(index)
    if (piece.kind === 'marker' && step) {
      active[markOf[piece.text] ?? 'bold'] += step
      return []
    }
    if (piece.kind === 'code' || piece.kind === 'block') return [piece]
    const shown = piece.kind === 'marker' ? plain(piece.text) : piece
    return [{ ...shown, marks: marks.filter((mark) => active[mark] > 0) }]
  })
}

/** Maps a marker's index to 1 where it opens and -1 where it closes. */
function pairs(pieces: readonly Piece[]): Map<number, 1 | -1> {
  const paired = new Map<number, 1 | -1>()
  const open = new Map<string, number>()
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'marker') {
      if (piece.text.includes('\n')) open.clear()
      continue
    }
    const began = open.get(piece.text)
    if (piece.closes && began !== undefined) {
      paired.set(began, 1).set(index, -1)
      open.delete(piece.text)
    } else if (piece.opens) open.set(piece.text, index)
  }
  return paired
}

/** Merges neighbouring pieces of text with the same marks. */
function joined(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (const token of tokens) {
    const last = result.at(-1)
    if (last?.kind === 'text' && token.kind === 'text' && last.marks.join() === token.marks.join())
      result[result.length - 1] = { ...last, text: last.text + token.text }
    else result.push(token)
  }
  return result
}
