import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'

/** What a search finds, in the order of the page. */
export const searchKinds = [
  'projects',
  'openProjects',
  'bids',
  'contracts',
  'invoices',
  'transactions',
  'clients',
  'team',
  'people',
  'conversations',
  'messages',
  'pages',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** One thing that was found. `status` is the word that decides the badge's tone, with its translation. */
export type Hit = {
  id: string
  to: string
  title: string
  /** What else tells it apart: a number, the other party, a day. */
  details: string[]
  status: { word: string; text: string } | null
  /** The day (`YYYY-MM-DD`) of what has one. */
  day: string | null
}

/** The hits of one kind. `looked`: only so many of the newest were looked through; null if all were. */
export type Found = { kind: SearchKind; hits: Hit[]; more: string | null; looked: number | null }

export const minLetters = 2
export const maxLetters = 100
/** How many hits of a kind are shown among all kinds, and alone. */
export const shownOfKind = 5
export const shownAlone = 50

/** What an address searches for, and whether in one kind only. */
export type SearchQuery = { q: string; kind: SearchKind | null }

/** Reads the search from the query string; an unknown kind is ignored. */
export function readSearch(search: URLSearchParams): SearchQuery {
  const q = (search.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxLetters)
  return { q, kind: searchKinds.find((one) => one === search.get('kind')) ?? null }
}

/** The address of a search. */
export const searchHref = ({ q, kind }: SearchQuery) =>
  `/search?${new URLSearchParams({ q, ...(kind === null ? {} : { kind }) })}`

/** Whether a search is too short to tell anything apart. */
export const isTooShort = (q: string) => [...q].length < minLetters

/** The relevance of a whole match, of one at the beginning, at the beginning of a word, and anywhere. */
const relevance = { whole: 100, beginning: 90, word: 80, anywhere: 60 } as const

/**
 * A test of texts for the words of `q`, regardless of case and accents: 0 if a word is missing, else the relevance of the search as a whole
 * (at least that of a match anywhere).
 */
function matcherOf(q: string): (texts: readonly (string | null)[]) => number {
  const whole = normalizeForSearch(q)
  const words = whole.split(' ')
  return (texts) => {
    const known = texts.map((text) => normalizeForSearch(text ?? ''))
    const all = known.join('\n')
    if (!words.every((word) => all.includes(word))) return 0
    if (known.includes(whole)) return relevance.whole
    if (known.some((text) => text.startsWith(whole))) return relevance.beginning
    return known.some((text) => text.includes(` ${whole}`)) ? relevance.word : relevance.anywhere
  }
}

/** The rows that match, the most relevant first, else in their order. */
export function matching<Row>(
  rows: readonly Row[],
  q: string,
  textsOf: (row: Row) => readonly (string | null)[],
): Row[] {
  const match = matcherOf(q)
  return rows
    .map((row) => ({ row, relevance: match(textsOf(row)) }))
    .filter((each) => each.relevance > 0)
    .sort((a, b) => b.relevance - a.relevance)
    .map(({ row }) => row)
}
