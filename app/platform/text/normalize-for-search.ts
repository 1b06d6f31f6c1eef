/** Removes case and diacritics from a text for comparison, so that "hameenlinna" finds "Hämeenlinna". */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
