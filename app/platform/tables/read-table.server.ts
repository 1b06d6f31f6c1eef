import { parse } from 'csv-parse/sync'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { AppError, invalid } from '#app/platform/errors.ts'
import type { TableCell } from './cells.ts'

/** A cell of a table: text, a number of a spreadsheet, nothing, or a value that is neither (a date, a truth value, an error). */
export type Cell = TableCell

/** What a file may hold; more is refused before it is unpacked or read. */
const limits = { rows: 1_000, columns: 50, unpackedBytes: 10_000_000, parts: 200 }

const refuse = (key: 'broken' | 'tooLarge') => invalid(`bidimport:refused.${key}`, { field: 'files' })

/** A row of a table, and the line of the file (from 1) that it begins on. */
export type Line = { line: number; cells: Cell[] }

/**
 * The rows of a table file with their lines, as `readTable` reads it; those of a spreadsheet are its rows. Empty ones are left out.
 * @throws AppError as `readTable`, with the line where the file is broken
 */
export async function readLines(bytes: Uint8Array, kind: 'csv' | 'xlsx'): Promise<Line[]> {
  const lines =
    kind === 'csv' ? readCsv(bytes) : (await readXlsx(bytes)).map((cells, index) => ({ line: index + 1, cells }))
  requireBounds(lines)
  return lines.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''))
}

/**
 * The rows of the first sheet of a table file: CSV with commas, semicolons or tabs, in UTF-8, UTF-16 with its mark or Windows-1252, or XLSX, where a formula counts
 * by the value that the file keeps. Lines are counted from 0; empty ones stay, so that a row keeps its number.
 * @throws AppError invalid for a file that cannot be read, or has more than 1,000 rows or 50 columns, or unpacks to more than 10 MB
 */
export async function readTable(bytes: Uint8Array, kind: 'csv' | 'xlsx'): Promise<Cell[][]> {
  const lines = kind === 'csv' ? readCsv(bytes) : (await readXlsx(bytes)).map((cells) => ({ cells }))
  requireBounds(lines)
  return lines.map(({ cells }) => cells)
}

function requireBounds(lines: readonly { cells: Cell[] }[]): void {
  const isWide = lines.some(({ cells }) => cells.length > limits.columns)
  if (lines.length > limits.rows || isWide) throw refuse('tooLarge')
}

/** A file whose lines end in different ways, as two programs leave it, still has the rows that people see: the library alone takes the first kind for all. */
const lineEnds = ['\r\n', '\n', '\r']

function readCsv(bytes: Uint8Array): Line[] {
  const whole = decodeText(bytes)
  const text = whole.replace(/^sep=.\r?\n/i, '')
  const before = text === whole ? 0 : 1
  const delimiter = delimiterOf(text)
  try {
    const records = parse(text, {
      ...{ delimiter, relax_column_count: true, skip_empty_lines: false, relax_quotes: true, info: true },
      ...{ max_record_size: 100_000, to: limits.rows + 1, record_delimiter: lineEnds },
    }) as unknown as { record: string[]; info: { lines: number } }[]
    // A record may go on for several lines; the library counts those up to its end.
    return records.map(({ record }, index) => ({
      line: before + (records[index - 1]?.info.lines ?? 0) + 1,
      cells: record,
    }))
  } catch (error) {
    const line = (error as { lines?: unknown }).lines
    if (typeof line !== 'number') throw refuse('broken')
    throw invalid('bidimport:refused.brokenAt', { field: 'files', params: { line: before + line } })
  }
}

/** UTF-8 with or without a byte order mark, or UTF-16 with one; whatever is neither is what Windows programs of western Europe write. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The one of the three that the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/)
  const count = (delimiter: string) => first.split(delimiter).length
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
}

async function readXlsx(bytes: Uint8Array): Promise<Cell[][]> {
  const parts = unpack(bytes)
  requireNear(parts)
  let sheet: unknown[][]
  try {
    // Packed again without compression: whatever else the file's directory may point to is not read.
    sheet = await readSheet(new Uint8Array(zipSync(parts, { level: 0 })).buffer, { trim: false })
  } catch {
    throw refuse('broken')
  }
  return sheet.map((row) =>
    row.map((value): Cell => {
      if (value === null || value === undefined) return null
      if (typeof value === 'string' || typeof value === 'number') return value
      const isDay = value instanceof Date && Number.isFinite(value.getTime())
      return { unreadable: true, ...(isDay && { day: value.toISOString().slice(0, 10) }) }
    }),
  )
}

/** So little is unpacked at a time that what has come of it can be counted: deflate gives at most 1032 bytes for one. */
const packedAtOnce = 2048

/**
 * The files of an archive. What they unpack to is counted as it comes, because the sizes that an archive states can be false.
 * @throws AppError invalid for more than 200 files or 10 MB, and for what is no archive
 */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const found = new Map<string, Uint8Array[]>()
  let size = 0
  const unzip = new Unzip((file) => {
    const chunks: Uint8Array[] = []
    found.set(file.name, chunks)
    if (found.size > limits.parts) throw refuse('tooLarge')
    file.ondata = (error, chunk) => {
      // fflate hands on what this function throws itself.
      if (error) throw error
      size += chunk.length
      if (size > limits.unpackedBytes) throw refuse('tooLarge')
      chunks.push(chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += packedAtOnce)
      unzip.push(bytes.subarray(at, at + packedAtOnce), at + packedAtOnce >= bytes.length)
  } catch (error) {
    throw error instanceof AppError ? error : refuse('broken')
  }
  return Object.fromEntries([...found].map(([name, chunks]) => [name, new Uint8Array(Buffer.concat(chunks))]))
}

/** Every place in a sheet: `r="B12"` of a cell, `r="12"` of a row. */
const places = /\br="([A-Z]{0,5})(\d{1,9})"/g

/** Refuses a sheet with a cell so far down or to the right that the rows up to it would fill the memory. */
function requireNear(parts: Record<string, Uint8Array>): void {
  for (const [name, part] of Object.entries(parts)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue
    for (const [, column = '', row] of new TextDecoder().decode(part).matchAll(places))
      if (Number(row) > limits.rows || columnNumber(column) > limits.columns) throw refuse('tooLarge')
  }
}

/** A is 1, Z 26, AA 27. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
