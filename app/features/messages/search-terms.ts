const minTermLength = 3
const maxQueryLength = 200
/** Characters that end or confuse a full-text query. */
const unsearchable = /(?![\u0080-\u009f])[\p{Cc}\ue000-\uf8ff]/gu

/**
 * The terms of a search, each of at least three characters because the index has trigrams. A shorter word is joined with its
 * neighbour. Null if the whole query is shorter.
 */
export function searchTerms(query: string): string[] | null {
  const terms: string[] = []
  let open = ''
  for (const word of cleanQuery(query).split(' ')) {
    open = open ? `${open} ${word}` : word
    if (lengthOf(open) < minTermLength) continue
    terms.push(open)
    open = ''
  }
  if (!open) return terms
  const last = terms.pop()
  return last === undefined ? null : [...terms, `${last} ${open}`]
}

/** Normalizes a query: NFC, single spaces, no control or private-use characters, limited length. */
export const cleanQuery = (query: string) =>
  query.normalize('NFC').replace(unsearchable, ' ').replace(/\s+/g, ' ').trim().slice(0, maxQueryLength)

/** Counts characters without combining marks, which are not indexed. */
const lengthOf = (text: string) => [...text.replace(/\p{M}/gu, '')].length

/** Quotes a term for FTS5, so that none of it is query syntax. */
export const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`
