import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'

/** What is being written after an @: where it stands, and what of a name there is. */
export type MentionQuery = { start: number; end: number; query: string }

/** Longer than this, nobody is writing a name any more. */
const longestQuery = 60
const mostShown = 8

/** The @ before the caret, where it begins a word (that of an email address does not) and no line has ended since. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - longestQuery - 1), caret)
  const sign = before.lastIndexOf('@')
  if (sign < 0) return null
  const start = caret - before.length + sign
  const query = before.slice(sign + 1)
  if (/\n|^\s/.test(query) || /[\p{L}\p{N}_.+-]$/u.test(text.slice(0, start))) return null
  return { start, end: caret, query }
}

/** The people whose name, or a part of it, begins so; those whose first name does come first. Nobody once a name is complete. */
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
  return [...first, ...later].slice(0, mostShown)
}

/** The text with the name in place of what was written of it, and where the caret goes: behind it and a space. */
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
