import type { LineValues } from '#app/features/projects/form-values.ts'
import { cellText, exactNumber, type TableCell } from '#app/platform/tables/cells.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'

/** The columns of a list of requested lines, in the order in which it is downloaded. */
export const lineColumns = ['number', 'description', 'quantity', 'unit', 'priceForm', 'option'] as const
export type LineColumn = (typeof lineColumns)[number]

/** What is wrong with a row, as a text of ours; `column` is null where it concerns the whole row. */
export type RowProblem = { column: LineColumn | null; key: string; params?: Record<string, string | number> }

export type RequestedRow = {
  /** The row in the file, counted from 1. */
  row: number
  /** The fields of the project's form, as typed in the reader's language. */
  values: LineValues
  problems: RowProblem[]
  /** The row above that says the same, which may be meant; null for none. */
  sameAs: number | null
}

export type RequestedList = {
  rows: RequestedRow[]
  /** Whether nothing has to be mended in the file, and there is a line in it. */
  isUsable: boolean
}

/** How a file is read: what its headers and price forms mean, and how its numbers are checked and written. */
export type ListReader = {
  /** `csv`: what begins with = is a formula that nobody has computed. */
  kind: 'csv' | 'xlsx'
  columnOf: (header: string) => LineColumn | null
  /** The price form by its name in any language; null for another word. */
  priceFormOf: (name: string) => PriceForm | null
  /** Whether a word says yes, in any language; null for another word. */
  isYes: (word: string) => boolean | null
  /** A quantity as the form shows it. */
  quantityText: (quantityMilli: number) => string
  parseQuantity: (text: string, mark: '.') => number | null
  /** What is wrong with a line, by the rules of the form. */
  check: (values: LineValues) => RowProblem[]
}

/** How far down the header may be. */
const headerWithin = 10

/** The header is missing, or names a column twice. */
export type NoHeader = { missing: true } | { twice: LineColumn }

/**
 * Reads a list of lines to be priced, whose header names at least the description and the quantity. Numbers of lines only find repeated
 * ones: lines are counted anew. Empty rows are passed over.
 */
export function readRequestedLines(
  table: readonly (readonly TableCell[])[],
  reader: ListReader,
): RequestedList | NoHeader {
  const headers = table.slice(0, headerWithin).map((row) => row.map((cell) => reader.columnOf(cellText(cell))))
  const at = headers.findIndex((row) => row.includes('description') && row.includes('quantity'))
  const header = headers[at]
  if (!header) return { missing: true }
  const twice = lineColumns.find((column) => header.filter((each) => each === column).length > 1)
  if (twice) return { twice }
  const numbers = new Map<string, number>()
  const contents = new Map<string, number>()
  const rows = table.slice(at + 1).flatMap((cells, index): RequestedRow[] => {
    const of = (column: LineColumn): TableCell => {
      const place = header.indexOf(column)
      return place < 0 ? null : (cells[place] ?? null)
    }
    if (lineColumns.every((column) => column === 'number' || cellText(of(column)) === '')) return []
    const row = at + index + 2
    const { values, problems } = readRow(of, reader)
    const number = cellText(of('number'))
    const earlier = number === '' ? undefined : numbers.get(number)
    if (earlier !== undefined)
      problems.push({ column: 'number', key: 'lineimport:problem.twice', params: { number, row: earlier } })
    else numbers.set(number, row)
    const content = JSON.stringify(
      [values.description, values.unit, values.priceForm].map((text) => text.toLowerCase()),
    )
    const sameAs = contents.get(content) ?? null
    if (sameAs === null) contents.set(content, row)
    return [{ row, values, problems, sameAs }]
  })
  return { rows, isUsable: rows.length > 0 && rows.every(({ problems }) => problems.length === 0) }
}

/** A character that was lost when the file was saved, or is none of any text: the file has another encoding than it was read in. */
const lost = /[\uFFFD\u0080-\u009f]/

function readRow(of: (column: LineColumn) => TableCell, reader: ListReader) {
  const problems: RowProblem[] = []
  const refuse = (
    column: LineColumn,
    what: 'unreadable' | 'formula' | 'encoding' | 'priceForm' | 'option',
    given?: string,
  ) => problems.push({ column, key: `lineimport:problem.${what}`, ...(given !== undefined && { params: { given } }) })
  const text = (column: LineColumn): string => {
    const cell = of(column)
    const said = cellText(cell)
    if (cell !== null && typeof cell === 'object') refuse(column, 'unreadable')
    else if (reader.kind === 'csv' && said.startsWith('=')) refuse(column, 'formula', said.slice(0, 60))
    else if (lost.test(said)) refuse(column, 'encoding')
    else return said.replace(/^'(?=\s*[=+\-@])/, '')
    return ''
  }
  const [description, unit, named] = [text('description'), text('unit'), text('priceForm')]
  const quantity = quantityOf(of('quantity'), text, reader)
  const priceForm = named === '' ? 'unit' : reader.priceFormOf(named)
  if (priceForm === null) refuse('priceForm', 'priceForm', named.slice(0, 60))
  const marked = text('option')
  const isOption = marked === '' ? false : reader.isYes(marked)
  if (isOption === null) refuse('option', 'option', marked.slice(0, 60))
  const values: LineValues = {
    ...{ description, quantity, unit, priceForm: priceForm ?? 'unit' },
    ...(isOption && { isOption: 'on' }),
  }
  const told = new Set(problems.map(({ column }) => column))
  problems.push(...reader.check(values).filter(({ column }) => !told.has(column)))
  return { values, problems }
}

/** A number of a spreadsheet as the form has it; one with more decimals stays as it is, and is refused by the form's rule. */
function quantityOf(cell: TableCell, text: (column: LineColumn) => string, reader: ListReader): string {
  if (typeof cell !== 'number') return text('quantity')
  const milli = exactNumber(cell, 3, reader.parseQuantity)
  return milli === null ? String(cell) : reader.quantityText(milli)
}

type Existing = Partial<Record<keyof LineValues, unknown>>

/**
 * The lines of the form with those of a file: in place of what was there, or after it. A line of the file that says the same as one it
 * replaces keeps that one's id, so that what bidders have priced and typed stays with it. `gone`: the descriptions that are not there any more.
 */
export function mergedLines(
  existing: readonly Existing[],
  rows: readonly RequestedRow[],
  mode: 'replace' | 'append',
): { lines: LineValues[]; gone: string[] } {
  const before = existing.map((line): LineValues => {
    const id = typed(line.id)
    const priceForm = typed(line.priceForm) || 'unit'
    return {
      ...(id !== '' && { id }),
      ...(typed(line.isOption) === 'on' && { isOption: 'on' }),
      ...{ description: typed(line.description), quantity: typed(line.quantity), unit: typed(line.unit), priceForm },
    }
  })
  const kept = before.filter(isFilled)
  if (mode === 'append') return { lines: [...kept, ...rows.map(({ values }) => values)], gone: [] }
  const left = [...kept]
  const take = (isSame: (line: LineValues) => boolean) => {
    const at = left.findIndex(isSame)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  }
  // Whatever is wholly the same first, so that a line with the same description but another quantity does not take its id.
  const ids = new Map<RequestedRow, string | undefined>()
  for (const row of rows) {
    const same = take((line) =>
      saysSame(line, row.values, ['description', 'quantity', 'unit', 'priceForm', 'isOption']),
    )
    if (same) ids.set(row, same.id)
  }
  for (const row of rows) {
    if (ids.has(row)) continue
    const same = take((line) => saysSame(line, row.values, ['description']))
    if (same) ids.set(row, same.id)
  }
  const lines = rows.map((row) => {
    const id = ids.get(row)
    return { ...(id !== undefined && { id }), ...row.values }
  })
  return { lines, gone: left.map(({ description }) => description) }
}

/** Whether a line of the form says anything; blank ones are dropped. */
export const isFilled = (line: Existing): boolean =>
  [line.description, line.quantity, line.unit].some((text) => typed(text).trim() !== '')

const saysSame = (a: LineValues, b: LineValues, fields: readonly (keyof LineValues)[]): boolean =>
  fields.every((field) => (a[field] ?? '').trim() === (b[field] ?? '').trim())

const typed = (value: unknown): string => (typeof value === 'string' ? value : '')
