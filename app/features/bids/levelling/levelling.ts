import type { Comparison, ComparisonCell, ComparisonRow } from '#app/features/bids/comparison.ts'
import { sumCents } from '#app/platform/money.ts'

/** What the client reckons a line at that a bid leaves out, prices for another quantity, or does not answer. It never changes the bid. */
export type Plug = {
  bidId: string
  projectLineId: string
  netCents: number
  reason: string
  /** Who reckoned it, and when (UTC ms). */
  setByName: string
  setAt: number
}

/** A bid as it would be if it had priced every requested line. */
export type LevelledBid = {
  bidId: string
  /** Its net, with each plug in the place of what the bid says for that line. */
  netCents: number
  /** The requested lines that it does not price as requested. */
  gaps: number
  /** Those of them without a plug. */
  open: number
  /** Its place by levelled net, from 1, shared where bids are equal; null while a gap is open, or if it was not confirmed or is not qualified. */
  rank: number | null
}

/** Whether a bid does not price a requested line as requested (BID-5). */
export const isGap = (row: Pick<ComparisonRow, 'requested'>, cell: ComparisonCell): boolean =>
  row.requested !== null && (cell.state !== 'priced' || cell.differs)

/** The plugs by bid and requested line. */
export function plugsByCell(plugs: readonly Plug[]): (bidId: string, projectLineId: string) => Plug | null {
  const byCell = new Map(plugs.map((plug) => [`${plug.bidId} ${plug.projectLineId}`, plug]))
  return (bidId, projectLineId) => byCell.get(`${bidId} ${projectLineId}`) ?? null
}

/**
 * Levels the compared bids (BID-7), in the order of `totals`: levelled net = net of the bid − what it says for its plugged lines + their
 * plugs. Only what is a gap can be plugged; other plugs are ignored. Amounts are net, in cents.
 */
export function levelBids(
  { rows, totals }: Pick<Comparison, 'rows' | 'totals'>,
  plugs: readonly Plug[],
): LevelledBid[] {
  const plugOf = plugsByCell(plugs)
  const levelled = totals.map((total, index) => {
    const gaps = rows.flatMap((row) => {
      const cell = row.cells[index]
      return row.requested && cell && isGap(row, cell) ? [{ cell, plug: plugOf(total.bidId, row.requested.id) }] : []
    })
    const changes = gaps.map(({ cell, plug }) => (plug ? plug.netCents - (cell.netCents ?? 0) : 0))
    const open = gaps.filter(({ plug }) => plug === null).length
    const netCents = sumCents([total.netCents, ...changes])
    return {
      bidId: total.bidId,
      netCents,
      gaps: gaps.length,
      open,
      isRanked: open === 0 && total.isConfirmed && total.isQualified,
    }
  })
  const ranked = levelled.filter(({ isRanked }) => isRanked)
  return levelled.map(({ isRanked, ...bid }) => ({
    ...bid,
    rank: isRanked ? 1 + ranked.filter(({ netCents }) => netCents < bid.netCents).length : null,
  }))
}

/** A requested line that a bid does not price as requested: what a client has to know before an award. */
export type Gap = { projectLineId: string; description: string; cell: ComparisonCell; plug: Plug | null }

/** The gaps of one bid, in the order of the lines. */
export function gapsOf({ rows }: Pick<Comparison, 'rows'>, bidId: string, plugs: readonly Plug[]): Gap[] {
  const plugOf = plugsByCell(plugs)
  return rows.flatMap((row) => {
    const cell = row.cells.find((one) => one.bidId === bidId)
    if (!row.requested || !cell || !isGap(row, cell)) return []
    const { id: projectLineId } = row.requested
    return [{ projectLineId, description: row.description, cell, plug: plugOf(bidId, projectLineId) }]
  })
}
