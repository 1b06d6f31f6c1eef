import { normalizeForSearch } from './normalize-for-search.ts'

/** Whether two texts are the same name, whatever their case, diacritics and spaces are. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => normalizeForSearch(name.normalize('NFKC')).replace(/\s+/gu, ' ').trim()
  return plain(one) === plain(other)
}
