import { parseQuantity, parseUnitPrice } from '#app/platform/money.ts'
import { cellText, exactNumber, type TableCell } from '#app/platform/tables/cells.ts'

/** The columns of a price list, in the order in which it is downloaded. */
export const priceColumns = ['number', 'description', 'quantity', 'unit', 'unitPrice'] as const
export type PriceColumn = (typeof priceColumns)[number]

type AskedLine = { id: string; description: string; quantityMilli: number; unit: string }

/** What a row of the file says about the line with its number. */
export type ReadRow = {
  /** The row in the file, counted from 1. */
  row: number
  /** What stands in its first column, and the description, as they are. */
  number: string
  description: string
} & (
  | { state: 'priced'; projectLineId: string; unitPriceE4: number }
  | { state: 'missing'; projectLineId: string }
  | { state: 'changed'; what: 'description' | 'quantity' | 'unit' }
  | { state: 'unknown' | 'twice' }
  | { state: 'malformed'; given: string }
)

export type PriceList = {
  rows: ReadRow[]
  /** The asked lines that no row names; the bid keeps what it has. */
  absent: { number: number; description: string }[]
  /** Whether nothing has to be mended in the file, and there is a price in it. */
  isUsable: boolean
}

/** How far down the header may be. */
const headerWithin = 10

/**
 * Compares a price list with the lines that are asked for, which are known by their number (1, 2, …). Descriptions, quantities and units are
 * fixed: a row that changes one is refused, and so are unknown and repeated numbers and prices that cannot be read. `columnOf` knows a
 * column by its header in any language.
 * @returns null without a header that names at least the number and the price
 */
export function readPriceList(
  table: readonly (readonly TableCell[])[],
  asked: readonly AskedLine[],
  { columnOf, decimalMark }: { columnOf: (header: string) => PriceColumn | null; decimalMark: ',' | '.' },
): PriceList | null {
  const headers = table.slice(0, headerWithin).map((row) => row.map((cell) => columnOf(cellText(cell))))
  const at = headers.findIndex((row) => row.includes('number') && row.includes('unitPrice'))
  const header = headers[at]
  if (!header) return null
  const seen = new Set<string>()
  const rows = table.slice(at + 1).flatMap((row, index): ReadRow[] => {
    const cell = (column: PriceColumn): TableCell =>
      header.includes(column) ? (row[header.indexOf(column)] ?? null) : null
    if (row.every((each) => cellText(each) === '')) return []
    const place = { row: at + index + 2, number: cellText(cell('number')), description: cellText(cell('description')) }
    const line = /^\d{1,4}$/.test(place.number) ? asked[Number(place.number) - 1] : undefined
    if (!line) return [{ ...place, state: 'unknown' }]
    if (seen.has(line.id)) return [{ ...place, state: 'twice' }]
    seen.add(line.id)
    const what = changeOf(line, (column) => (header.includes(column) ? cell(column) : undefined), decimalMark)
    if (what) return [{ ...place, state: 'changed', what }]
    const price = cell('unitPrice')
    const given = cellText(price)
    if (given === '' && (price === null || typeof price === 'string'))
      return [{ ...place, state: 'missing', projectLineId: line.id }]
    const unitPriceE4 = priceOf(price, decimalMark)
    if (unitPriceE4 === null) return [{ ...place, state: 'malformed', given }]
    return [{ ...place, state: 'priced', projectLineId: line.id, unitPriceE4 }]
  })
  const absent = asked.flatMap(({ id, description }, index) =>
    seen.has(id) ? [] : [{ number: index + 1, description }],
  )
  const isFine = rows.every(({ state }) => state === 'priced' || state === 'missing')
  return { rows, absent, isUsable: isFine && rows.some(({ state }) => state === 'priced') }
}

function changeOf(line: AskedLine, cell: (column: PriceColumn) => TableCell | undefined, decimalMark: ',' | '.') {
  const isText = (given: TableCell | undefined, wanted: string) =>
    given === undefined || plain(cellText(given)) === plain(wanted) || plain(cellText(given)) === plain(`'${wanted}`)
  const quantity = cell('quantity')
  const milli =
    typeof quantity === 'number'
      ? exactNumber(quantity, 3, parseQuantity)
      : parseQuantity(cellText(quantity ?? null), decimalMark)
  if (!isText(cell('description'), line.description)) return 'description'
  if (quantity !== undefined && milli !== line.quantityMilli) return 'quantity'
  return isText(cell('unit'), line.unit) ? null : 'unit'
}

/** More than any line may cost (`maxCents` of the forms). */
const maxPriceE4 = 10_000_000_000_000 * 100

function priceOf(cell: TableCell, decimalMark: ',' | '.'): number | null {
  const price =
    typeof cell === 'number' ? exactNumber(cell, 4, parseUnitPrice) : parseUnitPrice(cellText(cell), decimalMark)
  return price !== null && price <= maxPriceE4 ? price : null
}

/** Without what spreadsheets change in a text: spaces, and how letters are composed. */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
