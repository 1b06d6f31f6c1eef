/** A text of at most so many characters, the last one "…" where there was more; a sign of two code units counts as one. */
export function truncate(text: string, length: number): string {
  // Twice as many code units hold one character too many, if there is one.
  const characters = [...text.slice(0, 2 * (length + 1))]
  if (characters.length <= length) return text
  const kept = characters.slice(0, length - 1).join('')
  return `${kept.trimEnd()}…`
}
