/**
 * Shortens a text to at most `length` characters, the last one "…" if any were cut. A surrogate pair counts as one
 * character.
 */
export function truncate(text: string, length: number): string {
  // Twice as many code units always include one character too many, if there is one.
  const characters = [...text.slice(0, 2 * (length + 1))]
  if (characters.length <= length) return text
  const kept = characters.slice(0, length - 1).join('')
  return `${kept.trimEnd()}…`
}
