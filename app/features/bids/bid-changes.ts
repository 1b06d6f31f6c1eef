type Line = {
  projectLineId: string | null
  description: string
  quantityMilli: number
  unit: string
  unitPriceE4: number
  vatRateBp: number
  excluded: boolean
}
type Bid<L extends Line> = {
  lines: readonly L[]
  netCents: number
  timelineWeeks: number
  approach: string
  inclusions: string | null
  exclusions: string | null
  boundUntil: string | null
}

/** A line that a revision prices otherwise, adds (`before` is null) or removes (`after` is null). */
export type LineChange<L extends Line = Line> = { before: L | null; after: L | null }
const stated = ['netCents', 'timelineWeeks', 'boundUntil', 'approach', 'inclusions', 'exclusions'] as const
export type StatedField = (typeof stated)[number]

const compared = ['description', 'quantityMilli', 'unit', 'unitPriceE4', 'vatRateBp', 'excluded'] as const

/** What a revision changes of a bid: its lines in their order, the removed ones last, and what it states besides. */
export function changesOfBid<L extends Line>(
  before: Bid<L>,
  after: Bid<L>,
): { lines: LineChange<L>[]; stated: StatedField[] } {
  const left = [...before.lines]
  const lines = after.lines.map((line): LineChange<L> => {
    const at = left.findIndex(
      (one) =>
        one.projectLineId === line.projectLineId &&
        (line.projectLineId !== null || one.description === line.description),
    )
    return { before: at < 0 ? null : (left.splice(at, 1)[0] ?? null), after: line }
  })
  const isChanged = ({ before, after }: LineChange<L>) => compared.some((field) => before?.[field] !== after?.[field])
  return {
    lines: [...lines.filter(isChanged), ...left.map((line) => ({ before: line, after: null }))],
    stated: stated.filter((field) => before[field] !== after[field]),
  }
}
