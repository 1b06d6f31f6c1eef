const leastLength = 3
const mostLength = 200
/** What ends or confuses a query of the full text. */
const unfit = /(?![\u0080-\u009f])[\p{Cc}\ue000-\uf8ff]/gu

/**
 * What has to be in a message, each part of at least three characters: a search is by trigrams. A shorter word is looked for
 * together with its neighbour. Null when all of it is shorter.
 */
export function searchTerms(query: string): string[] | null {
  const terms: string[] = []
  let open = ''
  for (const word of cleanQuery(query).split(' ')) {
    open = open ? `${open} ${word}` : word
    if (lengthOf(open) < leastLength) continue
    terms.push(open)
    open = ''
  }
  if (!open) return terms
  const last = terms.pop()
  return last === undefined ? null : [...terms, `${last} ${open}`]
}

/** The search as it was meant: one space between words, and nothing that is not text. */
export const cleanQuery = (query: string) =>
  query.normalize('NFC').replace(unfit, ' ').replace(/\s+/g, ' ').trim().slice(0, mostLength)

/** Marks that stand by themselves are not indexed. */
const lengthOf = (text: string) => [...text.replace(/\p{M}/gu, '')].length

/** A term for FTS5: whatever is in the quotes is text. */
export const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`
