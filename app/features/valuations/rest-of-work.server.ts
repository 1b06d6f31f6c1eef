import { listAwardedLines } from '#app/features/bids/options/options.server.ts'
import type { ProjectLine } from '#app/features/projects/project-lines.server.ts'
import { priceQuantity } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderLines, milestones } from '#db/schema/escrow.ts'
import { valueScheduleLines } from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'

/** A line of what a contract asked for in the end: how much of it is approved or certified, and how much is left; thousandths of its unit. */
export type RestLine = {
  /** The requested line; null of an item that a change order added. */
  projectLineId: string | null
  description: string
  unit: string
  agreedMilli: number
  doneMilli: number
  restMilli: number
}

export type RestOfWork = {
  lines: RestLine[]
  /** Milestones that are approved but whose work no schedule of values measures by line: what they hold, the client takes off itself. */
  unmeasured: { title: string; netCents: number }[]
}

const isDone = `m.status IN ('approved', 'released')`

const measured = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(valueScheduleLines, 'description', 'netCents', 'basis', 'whole', 'unit'),
      done: integer,
    },
  },
  `SELECT l.description, l.net_cents AS netCents, l.basis, l.whole, l.unit, CASE WHEN ${isDone} THEN l.whole ELSE coalesce((
     SELECT v.certified_done FROM valuation_lines v JOIN milestone_valuations w ON w.id = v.valuation_id
     WHERE v.schedule_line_id = l.id AND w.status = 'certified' ORDER BY w.number DESC LIMIT 1), 0) END AS done
   FROM contract_milestones m JOIN value_schedules s ON s.milestone_id = m.id AND s.status = 'accepted'
   JOIN value_schedule_lines l ON l.schedule_id = s.id WHERE m.contract_id = :contract ORDER BY m.position, l.position`,
)

const changed = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(changeOrderLines, 'bidLineId', 'description', 'unit', 'quantityMilli'),
      isDone: integer,
      isMeasured: integer,
    },
  },
  `SELECT l.bid_line_id AS bidLineId, l.description, l.unit, l.quantity_milli AS quantityMilli, coalesce(${isDone}, 0) AS isDone,
     EXISTS (SELECT 1 FROM value_schedules s WHERE s.milestone_id = m.id AND s.status = 'accepted') AS isMeasured
   FROM change_orders o JOIN change_order_lines l ON l.change_order_id = o.id
   LEFT JOIN contract_milestones m ON m.change_order_id = o.id
   WHERE o.contract_id = :contract AND o.status = 'accepted' ORDER BY o.number, l.position`,
)

const withoutMeasure = sql(
  { params: { contract: contracts.id }, row: columns(milestones, 'title', 'netCents') },
  `SELECT m.title, m.net_cents AS netCents FROM contract_milestones m
   WHERE m.contract_id = :contract AND ${isDone} AND m.change_order_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM value_schedules s WHERE s.milestone_id = m.id AND s.status = 'accepted') ORDER BY m.position`,
)

const bidOf = sql(
  { params: { contract: contracts.id }, row: columns(contracts, 'bidId') },
  'SELECT bid_id AS bidId FROM contracts WHERE id = :contract',
)

/**
 * What is left of a contract's work, line by line (PROJ-10): the lines of its bid with what change orders have added or taken off, less what is
 * approved or certified by the schedules of values, whose lines begin as those of the bid and are known by description and unit. Checks no right:
 * the caller has.
 */
export function restOfWork(db: Database | Transaction, contractId: string): RestOfWork {
  const of = { contract: contractId }
  const bidId = bidOf.first(db, of)?.bidId
  const schedules = measured.all(db, of)
  const changes = changed.all(db, of)
  const priced = bidId ? listAwardedLines(db, bidId).filter(isAskedFor) : []
  const lines = priced.map(({ id, projectLineId, description, unit, quantityMilli, unitPriceE4 }): RestLine => {
    const own = changes.filter(({ bidLineId }) => bidLineId === id)
    const agreedMilli = quantityMilli + sumOf(own)
    const netCents = priceQuantity(quantityMilli, unitPriceE4)
    const byMeasure = schedules
      .filter((line) => line.description === description && (line.basis === 'percent' || line.unit === unit))
      .map((line) => doneOf(line, { quantityMilli, netCents }))
    const byChange = sumOf(own.filter((line) => line.isDone && !line.isMeasured))
    return restLine({ projectLineId, description, unit }, agreedMilli, byMeasure.reduce((a, b) => a + b, 0) + byChange)
  })
  const added = changes
    .filter(({ bidLineId }) => bidLineId === null)
    .map(({ description, unit, quantityMilli, isDone: done }) =>
      restLine({ projectLineId: null, description, unit }, quantityMilli, done ? quantityMilli : 0),
    )
  return {
    lines: [...lines, ...added.filter(({ agreedMilli }) => agreedMilli > 0)],
    unmeasured: withoutMeasure.all(db, of),
  }
}

/** Lines of the request; what a bidder added of its own is no part of a request. */
const isAskedFor = ({ excluded, projectLineId }: { excluded: boolean; projectLineId: string | null }) =>
  !excluded && projectLineId !== null

const sumOf = (lines: readonly { quantityMilli: number }[]) =>
  lines.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0)

/** The quantity that is done of a line, where a schedule measures all of it or, by its share of the price, a part. */
function doneOf(
  { basis, done, whole, netCents }: { basis: 'percent' | 'quantity'; done: number; whole: number; netCents: number },
  line: { quantityMilli: number; netCents: number },
): number {
  if (basis === 'quantity') return done
  const share = line.netCents === 0 ? 1 : netCents / line.netCents
  return Math.round((line.quantityMilli * share * done) / whole)
}

function restLine(
  line: Pick<RestLine, 'projectLineId' | 'description' | 'unit'>,
  agreed: number,
  done: number,
): RestLine {
  const agreedMilli = Math.max(0, agreed)
  const doneMilli = Math.min(agreedMilli, Math.max(0, done))
  return { ...line, agreedMilli, doneMilli, restMilli: agreedMilli - doneMilli }
}

/**
 * The requested lines of the rest: those of the project with what is left of them, without those of which nothing is, and the items that change
 * orders added. A line that the contract does not have, such as an option that was not chosen, is asked for as before.
 */
export function linesOfRest(
  lines: readonly ProjectLine[],
  rest: RestOfWork,
): Pick<ProjectLine, 'description' | 'quantityMilli' | 'unit' | 'priceForm' | 'isOption'>[] {
  const asked = lines.flatMap(({ id, ...line }) => {
    const found = rest.lines.find(({ projectLineId }) => projectLineId === id)
    if (!found) return [line]
    // What the contract bought is bought: the rest of a chosen option is no option.
    if (found.restMilli === 0) return []
    // A part of a lump sum is asked for as a share of it: its own lump sum would have the quantity 1.
    const isPart = line.priceForm === 'fixed' && found.restMilli !== 1000
    return [{ ...line, quantityMilli: found.restMilli, isOption: false, ...(isPart && { priceForm: 'unit' as const }) }]
  })
  const added = rest.lines
    .filter(({ projectLineId, restMilli }) => projectLineId === null && restMilli > 0)
    .map(({ description, unit, restMilli }) => ({
      ...{ description, unit, quantityMilli: restMilli, priceForm: 'unit' as const, isOption: false },
    }))
  return [...asked, ...added]
}
