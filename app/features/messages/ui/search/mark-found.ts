import { cleanQuery, searchTerms } from '#app/features/messages/search-terms.ts'

/** The parts of a text, alternately outside and inside of what a search has found; the first is outside and may be empty. */
export function foundParts(text: string, query: string): string[] {
  const terms = searchTerms(query) ?? [cleanQuery(query)]
  const wanted = terms.filter((term) => term !== '').map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return wanted.length === 0 ? [text] : text.split(new RegExp(`(${wanted.join('|')})`, 'giu'))
}
