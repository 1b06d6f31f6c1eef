/** A text for comparing: without case and marks, so that "hameenlinna" finds "Hämeenlinna". */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
