/** A statement of a confirmed file. */
export type Stated = {
  importId: string
  /** In its file. */
  position: number
  number: string
  /** `YYYY-MM-DD` */
  from: string
  /** `YYYY-MM-DD` */
  on: string
  /** Null where the file states no balances. */
  openingCents: number | null
  closingCents: number | null
}

/** Where the statements of one account do not follow one another. */
export type Break = {
  /** `overlap`: it states days that an earlier one states too. `gap`: it opens with another balance than the one before it closed with. */
  kind: 'overlap' | 'gap'
  number: string
  /** The days that are stated twice, or twice the day on which it begins; `YYYY-MM-DD`. */
  from: string
  to: string
  /** How far its opening balance is from what the others say; 0 of an overlap that agrees or that has no balances. */
  cents: number
  /** Of its file. */
  page: string
}

/** Breaks that are shown, the newest first. */
export const maxBreaks = 20

export const pageOf = ({ importId }: { importId: string }): string => `/escrow/bank-statements/${importId}`

/** Whether both state the same days. A bank may write several statements of a day: they follow one another where their balances do. */
function shareDays(earlier: Stated, later: Stated): boolean {
  if (earlier.on !== later.from) return earlier.on > later.from
  const openings = [earlier.openingCents, later.openingCents]
  const isSameStart = openings.includes(null) || openings[0] === openings[1]
  const isFollowed = earlier.closingCents !== null && earlier.closingCents === later.openingCents
  return earlier.from === later.from && isSameStart && !isFollowed
}

const isOfSameDays = (one: Balances, other: Balances) => one.from === other.from && one.on === other.on

/** The earlier statements that state days of one. `list` is as `inChain` orders it: where one of the same days leads on to it, it repeats none of them. */
export function overlappedBy(list: readonly Stated[], at: number): Stated[] {
  const found: Stated[] = []
  const [before, statement] = [list[at - 1], list[at]]
  const isNext =
    before && statement && isOfSameDays(before, statement) && before.closingCents === statement.openingCents
  for (let earlier = at - 1; statement && earlier >= 0; earlier -= 1) {
    const other = list[earlier]
    if (!other || other.on < statement.from) break
    if (isNext && before.closingCents !== null && isOfSameDays(other, statement)) continue
    if (shareDays(other, statement)) found.push(other)
  }
  return found
}

type Balances = Pick<Stated, 'from' | 'on' | 'openingCents' | 'closingCents'>

/**
 * Statements of the same days one after another as their balances lead on, in whatever order they were imported; what no balance places keeps its
 * place. `list` is ordered by last days, the shorter of two that end together first.
 */
export function inChain<One extends Balances>(list: readonly One[]): One[] {
  const chain: One[] = []
  for (let start = 0; start < list.length; ) {
    const first = list[start] as One
    const length = list.slice(start).findIndex((one) => !isOfSameDays(one, first))
    const rest = list.slice(start, length < 0 ? undefined : start + length)
    start += rest.length
    let balance = chain.findLast((one) => one.on <= first.from && one.closingCents !== null)?.closingCents ?? null
    while (rest.length > 0) {
      const next = nextOf(rest, balance)
      rest.splice(rest.indexOf(next), 1)
      chain.push(next)
      balance = next.closingCents ?? balance
    }
  }
  return chain
}

/** The statement that follows a balance: of several the one that others follow, else one that follows none of the rest. */
function nextOf<One extends Balances>(rest: readonly One[], balance: number | null): One {
  const following = rest.filter(({ openingCents }) => openingCents !== null && openingCents === balance)
  const isFollowed = ({ closingCents }: One) =>
    closingCents !== null && rest.some(({ openingCents }) => openingCents === closingCents)
  const followsNone = (one: One) => !rest.some((other) => other !== one && other.closingCents === one.openingCents)
  return following.find(isFollowed) ?? following[0] ?? rest.find(followsNone) ?? (rest[0] as One)
}

/** From the first to the last day of a statement that others state too. */
export function sharedDays(statement: Stated, others: readonly Stated[]): { from: string; to: string } {
  const [first, last] = [
    others.map(({ from }) => from).sort()[0],
    others
      .map(({ on }) => on)
      .sort()
      .at(-1),
  ]
  return {
    from: [statement.from, first ?? statement.from].sort()[1] ?? statement.from,
    to: [statement.on, last ?? statement.on].sort()[0] ?? statement.on,
  }
}

/** The balance with which a statement has to open by those that ended before it; null where there are none. */
function closingBefore(list: readonly Stated[], at: number): number | null {
  const statement = list[at]
  let last: Stated | null = null
  for (let earlier = at - 1; statement && earlier >= 0; earlier -= 1) {
    const other = list[earlier]
    if (!other || (last && other.on !== last.on)) break
    if (other.closingCents === null || other.on > statement.from || shareDays(other, statement)) continue
    if (other.closingCents === statement.openingCents) return other.closingCents
    last ??= other
  }
  return last?.closingCents ?? null
}

/**
 * Where statements overlap and where one is missing, in their order. `rowsBefore` adds up the rows of a statement before a day, in cents.
 */
export function breaksOf(list: readonly Stated[], rowsBefore: (statement: Stated, day: string) => number): Break[] {
  const breaks: Break[] = []
  for (const [at, statement] of list.entries()) {
    const { number, from, openingCents } = statement
    const page = pageOf(statement)
    const shared = overlappedBy(list, at)
    const covering = shared.find((one) => one.openingCents !== null && one.from <= from)
    if (shared.length > 0) {
      const days = sharedDays(statement, shared)
      const expected =
        covering && (covering.openingCents ?? 0) + (covering.from < from ? rowsBefore(covering, from) : 0)
      const cents = openingCents === null || expected === undefined ? 0 : openingCents - expected
      breaks.push({ kind: 'overlap', number, ...days, cents, page })
    }
    const closing = covering ? null : closingBefore(list, at)
    if (closing !== null && openingCents !== null && openingCents !== closing)
      breaks.push({ kind: 'gap', number, from, to: from, cents: openingCents - closing, page })
  }
  return breaks
}
