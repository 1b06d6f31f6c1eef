import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { invalid } from '#app/platform/errors.ts'

/** A cell of a table: text, a number of a spreadsheet, nothing, or a value that is neither (a date, a truth value, an error). */
export type Cell = string | number | null | { unreadable: true }

/** What a file may hold; more is refused before it is unpacked or read. */
const limits = { rows: 1_000, columns: 50, unpackedBytes: 10_000_000, parts: 200 }

const refuse = (key: 'broken' | 'tooLarge') => invalid(`bidimport:refused.${key}`, { field: 'files' })

/**
 * The rows of the first sheet of a table file: CSV with commas, semicolons or tabs, in UTF-8 or Windows-1252, or XLSX, where a formula counts
 * by the value that the file keeps. Lines are counted from 0; empty ones stay, so that a row keeps its number.
 * @throws AppError invalid for a file that cannot be read, or has more than 1,000 rows or 50 columns, or unpacks to more than 10 MB
 */
export async function readTable(bytes: Uint8Array, kind: 'csv' | 'xlsx'): Promise<Cell[][]> {
  const rows = kind === 'csv' ? readCsv(bytes) : await readXlsx(bytes)
  if (rows.length > limits.rows || rows.some((row) => row.length > limits.columns)) throw refuse('tooLarge')
  return rows
}

function readCsv(bytes: Uint8Array): Cell[][] {
  const text = decode(bytes).replace(/^sep=.\r?\n/i, '')
  const delimiter = delimiterOf(text)
  try {
    return parse(text, {
      ...{ delimiter, relax_column_count: true, skip_empty_lines: false, relax_quotes: true },
      ...{ max_record_size: 100_000, to: limits.rows + 1 },
    }) as string[][]
  } catch {
    throw refuse('broken')
  }
}

/** UTF-8 with or without a byte order mark; whatever is not is what Windows programs of western Europe write. */
function decode(bytes: Uint8Array): string {
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
  requireSmall(bytes)
  let sheet: unknown[][]
  try {
    sheet = await readSheet(new Uint8Array(bytes).buffer, { trim: false })
  } catch {
    throw refuse('broken')
  }
  return sheet.map((row) =>
    row.map((value): Cell => {
      if (value === null || value === undefined) return null
      return typeof value === 'string' || typeof value === 'number' ? value : { unreadable: true }
    }),
  )
}

/** Every place in a sheet: `r="B12"` of a cell, `r="12"` of a row. */
const places = /\br="([A-Z]{0,5})(\d{1,9})"/g

/**
 * Refuses an archive that would unpack to too much, by the sizes that it states: fflate unpacks no more than these. Nor may a cell be so far
 * down or to the right that the rows up to it fill the memory.
 */
function requireSmall(bytes: Uint8Array): void {
  let [parts, size] = [0, 0]
  let unpacked: Record<string, Uint8Array>
  try {
    unpacked = unzipSync(bytes, {
      filter({ name, originalSize }) {
        parts += 1
        size += originalSize
        if (parts > limits.parts || size > limits.unpackedBytes) throw refuse('tooLarge')
        return /^xl\/worksheets\/[^/]+\.xml$/i.test(name)
      },
    })
  } catch (error) {
    throw parts > limits.parts || size > limits.unpackedBytes ? error : refuse('broken')
  }
  for (const sheet of Object.values(unpacked))
    for (const [, column = '', row] of new TextDecoder().decode(sheet).matchAll(places))
      if (Number(row) > limits.rows || columnNumber(column) > limits.columns) throw refuse('tooLarge')
}

/** A is 1, Z 26, AA 27. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
