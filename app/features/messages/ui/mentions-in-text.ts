import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'

/** The text after an @ at the caret: its range, and the part of a name typed so far. */
export type MentionQuery = { start: number; end: number; query: string }

/** A longer text after an @ is not a name. */
const maxQueryLength = 60
const maxSuggestions = 8

/** The mention at the caret: an @ at the start of a word (unlike in an email address) in the same line; else null. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - maxQueryLength - 1), caret)
  const sign = before.lastIndexOf('@')
  if (sign < 0) return null
  const start = caret - before.length + sign
  const query = before.slice(sign + 1)
  if (/\n|^\s/.test(query) || /[\p{L}\p{N}_.+-]$/u.test(text.slice(0, start))) return null
  return { start, end: caret, query }
}

/** The people with a name part that starts with the query, first names first. Nobody if a name is complete. */
export function matchPeople<Person extends { name: string }>(people: readonly Person[], query: string): Person[] {
  const wanted = normalizeForSearch(query)
  const first: Person[] = []
  const later: Person[] = []
  for (const person of people) {
    const name = normalizeForSearch(person.name)
    if (wanted !== name && name.startsWith(wanted)) first.push(person)
    else if (wanted !== '' && name.split(/[\s-]+/).some((part, index) => index > 0 && part.startsWith(wanted)))
      later.push(person)
  }
  return [...first, ...later].slice(0, maxSuggestions)
}

/** Replaces the query by the name and a space. Returns the text and the new position of the caret. */
export function insertMention(
  text: string,
  { start, end }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(end)
  const mention = `@${name}${/^\s/.test(rest) ? '' : ' '}`
  return {
    text: text.slice(0, start) + mention + rest,
    caret: start + mention.length + (/^\s/.test(rest) ? 1 : 0),
  }
}
