import { type Ranking, rankedCents } from '#app/features/projects/vat-treatment.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { calculateBidTotals, dayWorkCents, lineNetCents, type PricedLine } from './bid-totals.ts'

type RequestedLine = {
  id: string
  position: number
  description: string
  quantityMilli: number
  unit: string
  priceForm?: PriceForm
  isOption?: boolean
}

type ComparedLine = PricedLine & { projectLineId: string | null; description: string; unit: string }

/**
 * `isConfirmed`: made or confirmed for the current version of the project. `isQualified`: nothing that was announced is missing from it
 * (PROJ-20), as where it is left out.
 */
export type ComparedBid = { id: string; isConfirmed: boolean; isQualified?: boolean; lines: readonly ComparedLine[] }

/** One bid's answer to one line. `missing`: no answer; `excluded`: named, but not part of the price. */
export type ComparisonCell = {
  bidId: string
  state: 'priced' | 'excluded' | 'missing'
  /** Null unless priced by exactly one line. */
  unitPriceE4: number | null
  quantityMilli: number | null
  /** Null unless priced. */
  netCents: number | null
  /** Another quantity or unit than requested: not an answer to the line. */
  differs: boolean
}

export type ComparisonRow = {
  /** Null for a line that a bidder added. */
  requested: RequestedLine | null
  description: string
  cells: ComparisonCell[]
  /** How many bids price it. */
  priced: number
  /** The lowest net among priced cells of confirmed and qualified bids, in cents; null if none is priced. */
  lowestCents: number | null
  /** The median of the complete and confirmed bids that price the line; null without one. */
  medianCents: number | null
  /** How many they are: from `outlierFrom` on, prices far from the median are marked. */
  medianOf: number
}

export type ComparisonTotal = {
  bidId: string
  netCents: number
  vatCents: number
  grossCents: number
  /** What of the net is day-work, by the requested quantities; null without any. It is compared, but no part of the contract sum. */
  dayWorkCents: number | null
  /** The figure that bids are ranked by: net, or the cost to a client who does not deduct VAT. */
  rankedCents: number
  missing: number
  excluded: number
  /** Lines priced for another quantity or unit than requested. */
  differing: number
  /** Whether every requested line is priced as requested. */
  isComplete: boolean
  isConfirmed: boolean
  isQualified: boolean
}

export type Comparison = {
  rows: ComparisonRow[]
  /** The options (BID-30), which are in no total, gap or rank. */
  options: ComparisonRow[]
  /** In the order of the bids. */
  totals: ComparisonTotal[]
  /** What `rankedCents`, the lowest and the median are. */
  basis: Ranking['basis']
  /** The lowest ranked figure of all bids, in cents; null without bids. */
  lowestCents: number | null
  /** The median of the complete, confirmed and qualified bids; null without one. */
  medianCents: number | null
  /** How many they are. */
  medianOf: number
  /** The lowest among them: a bid that omits lines, or was made for another request, is not comparable. */
  lowestCompleteCents: number | null
}

/**
 * Compares bids line by line (BID-3). A bid's line is matched to the requested line that it references, or else to the one with
 * the same description, ignoring case and whitespace; other lines become extra rows at the end. All bids are in the project's
 * currency. Lines are compared on net, totals as `ranking` says.
 */
export function compareBids(
  requested: readonly RequestedLine[],
  bids: readonly ComparedBid[],
  ranking: Ranking,
): Comparison {
  const asked = [...requested].sort((a, b) => a.position - b.position)
  const [lines, options] = [asked.filter(({ isOption }) => !isOption), asked.filter(({ isOption }) => isOption)]
  const placed = bids.map((bid) => ({ bid, ...placeLines(lines, bid, false) }))
  const placedOptions = bids.map((bid) => ({ bid, ...placeLines(options, bid, true) }))
  const rowsOf = (wanted: readonly RequestedLine[], among: typeof placed) =>
    wanted.map((line) => ({
      requested: line,
      description: line.description,
      cells: among.map(({ bid, byRequest }) => cell(bid.id, byRequest.get(line.id) ?? [], line)),
    }))
  const requestedRows = rowsOf(lines, placed)
  const added = new Map<string, string>()
  for (const { extras } of placed) {
    for (const [key, [first]] of extras) if (first && !added.has(key)) added.set(key, first.description)
  }
  const extraRows = [...added].map(([key, description]) => ({
    requested: null,
    description,
    cells: placed.map(({ bid, extras }) => cell(bid.id, extras.get(key) ?? [], null)),
  }))
  const totals = bids.map((bid, index) => total(bid, requestedRows, index, ranking))
  const counted = totals.filter((one) => one.isComplete && one.isConfirmed && one.isQualified)
  const complete = counted.map((bidTotal) => bidTotal.rankedCents)
  const confirmed = new Set(totals.filter((one) => one.isConfirmed && one.isQualified).map(({ bidId }) => bidId))
  const comparable = new Set(counted.map(({ bidId }) => bidId))
  const figured = (row: Pick<ComparisonRow, 'requested' | 'description' | 'cells'>): ComparisonRow => {
    const netsOf = (among: ReadonlySet<string>) =>
      row.cells.flatMap(({ bidId, netCents }) => (netCents !== null && among.has(bidId) ? [netCents] : []))
    const nets = netsOf(comparable)
    const priced = row.cells.filter(({ state }) => state === 'priced').length
    return {
      ...row,
      priced,
      lowestCents: lowest(netsOf(confirmed)),
      medianCents: median(nets),
      medianOf: nets.length,
    }
  }
  return {
    rows: [...requestedRows, ...extraRows].map(figured),
    options: rowsOf(options, placedOptions).map(figured),
    totals,
    basis: ranking.basis,
    lowestCents: lowest(totals.map((bidTotal) => bidTotal.rankedCents)),
    medianCents: median(complete),
    medianOf: complete.length,
    lowestCompleteCents: lowest(complete),
  }
}

/** Whether a bid prices every requested line as requested. */
export function isCompleteBid(requested: readonly RequestedLine[], lines: readonly ComparedLine[]): boolean {
  const bid = { id: '', isConfirmed: true, lines }
  return compareBids(requested, [bid], { basis: 'net' }).lowestCompleteCents !== null
}

/** A median says what is usual from this many bids on. */
export const outlierFrom = 3
/** How far from the median an amount is marked, in basis points. */
export const outlierBp = 3000

/**
 * How far an amount is from the median, in basis points (−3500 is 35 % below), where that is more than `outlierBp` and the median is of
 * `outlierFrom` bids at least; else null. The formula, which the page states: (amount − median) ÷ median.
 */
export function outlierOf(
  cents: number | null,
  { medianCents, medianOf }: { medianCents: number | null; medianOf: number },
): number | null {
  if (cents === null || !medianCents || medianOf < outlierFrom) return null
  const deviation = Math.round(((cents - medianCents) / medianCents) * 10_000)
  return Math.abs(deviation) > outlierBp ? deviation : null
}

/** The median, rounded half up to a whole unit; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  if (upper === undefined) return null
  const lower = sorted.length % 2 === 0 ? sorted[sorted.length / 2 - 1] : undefined
  return lower === undefined ? upper : percentageOf(sumCents([lower, upper]), 5000)
}

function lowest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values)
}

function normalize(description: string): string {
  return description.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

type PlacedLines = { byRequest: Map<string, ComparedLine[]>; extras: Map<string, ComparedLine[]> }

/** A bid's options answer only options, and its other lines only what is part of the total; its own alternates answer nothing that is asked. */
function placeLines(requested: readonly RequestedLine[], bid: ComparedBid, areOptions: boolean): PlacedLines {
  const byId = new Map(requested.map((line) => [line.id, line]))
  const byRequest = new Map<string, ComparedLine[]>()
  const extras = new Map<string, ComparedLine[]>()
  const add = (map: Map<string, ComparedLine[]>, key: string, line: ComparedLine) => {
    const before = map.get(key)
    if (before) before.push(line)
    else map.set(key, [line])
  }
  for (const line of bid.lines.filter(({ isOption = false, isAlternate }) => isOption === areOptions && !isAlternate)) {
    const referenced = byId.get(line.projectLineId ?? '')
    if (referenced) {
      add(byRequest, referenced.id, line)
      continue
    }
    const key = normalize(line.description)
    const match = requested.find((wanted) => normalize(wanted.description) === key)
    if (match) add(byRequest, match.id, line)
    else add(extras, key, line)
  }
  return { byRequest, extras }
}

function cell(bidId: string, lines: readonly ComparedLine[], requested: RequestedLine | null): ComparisonCell {
  const priced = lines.filter((line) => !line.excluded)
  const [first] = priced
  if (!first) {
    const state = lines.length > 0 ? 'excluded' : 'missing'
    return { bidId, state, unitPriceE4: null, quantityMilli: null, netCents: null, differs: false }
  }
  const single = priced.length === 1
  const quantityMilli = sumCents(priced.map((line) => line.quantityMilli))
  const sameUnit = ({ unit }: ComparedLine) =>
    !requested || unit === requested.unit || normalize(unit) === normalize(requested.unit)
  return {
    bidId,
    state: 'priced',
    unitPriceE4: single ? first.unitPriceE4 : null,
    quantityMilli: single ? quantityMilli : null,
    netCents: sumCents(priced.map(lineNetCents)),
    differs: requested !== null && (quantityMilli !== requested.quantityMilli || !priced.every(sameUnit)),
  }
}

function total(
  bid: ComparedBid,
  requestedRows: readonly Pick<ComparisonRow, 'cells'>[],
  index: number,
  ranking: Ranking,
): ComparisonTotal {
  const { netCents, vatCents, grossCents } = calculateBidTotals(bid.lines)
  const count = (state: ComparisonCell['state']) =>
    requestedRows.filter((one) => one.cells[index]?.state === state).length
  const [missing, excluded] = [count('missing'), count('excluded')]
  const differing = requestedRows.filter((one) => one.cells[index]?.differs).length
  const isComplete = missing + excluded + differing === 0
  const { id: bidId, isConfirmed, isQualified = true } = bid
  const figures = {
    ...{ netCents, vatCents, grossCents, dayWorkCents: dayWorkCents(bid.lines) },
    rankedCents: rankedCents({ netCents, vatCents }, ranking),
  }
  return { bidId, ...figures, missing, excluded, differing, isComplete, isConfirmed, isQualified }
}
