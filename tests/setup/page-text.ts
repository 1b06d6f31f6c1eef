import { Parser } from 'htmlparser2'

/** The text of a piece of a page, with its entities decoded. */
export function pageText(html: string): string {
  const pieces: string[] = []
  new Parser({ ontext: (piece) => pieces.push(piece) }).end(html)
  return pieces.join('')
}
