/** Removes case and diacritics from a text for comparison, so that "hameenlinna" finds "Hämeenlinna". */
export function normalizeForSearch(text: string): string {
  // Most texts have nothing to remove, and normalizing takes ten times as long.
  const plain = /\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text
  return plain.toLowerCase()
}
