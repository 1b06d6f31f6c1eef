import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database } from '#db/client.server.ts'
import { text } from '#db/fields.server.ts'
import { sql } from '#db/sql.server.ts'

/** The first word of the index at or after another, by one step down its tree. */
const nextWord = sql(
  { params: { from: text }, row: { term: text } },
  'SELECT term FROM projects_terms WHERE term >= :from LIMIT 1',
)

const maxWords = 32
/** The index keeps these prefixes as words of their own. */
const indexedPrefix = 3

/**
 * A full-text expression for the words that begin with `prefix`. FTS5 reads every row of every such word before the first result,
 * which for "hous" is every row with "house". The words themselves, joined by OR, are read only as far as results are wanted.
 * Prefixes that the index keeps need none of this, and where more than 32 words begin alike, each is rare enough.
 */
export function prefixExpression(db: Database, prefix: string): string {
  const [letters, folded] = [[...prefix].length, normalizeForSearch(prefix)]
  if (letters === 1) return `"${prefix}"`
  const words = letters > indexedPrefix ? wordsFrom(db, folded) : []
  const isWhole = words.length > 0 && words.length <= maxWords
  if (words.length === 1 && words[0] === folded) return `"${prefix}"`
  return isWhole ? `(${words.map((word) => `"${word}"`).join(' OR ')})` : `"${prefix}"*`
}

function wordsFrom(db: Database, prefix: string): string[] {
  const words: string[] = []
  let from = prefix
  while (words.length <= maxWords) {
    const word = nextWord.first(db, { from })?.term
    if (!word?.startsWith(prefix)) break
    words.push(word)
    // A space is before every character of a word.
    from = `${word} `
  }
  return words
}
