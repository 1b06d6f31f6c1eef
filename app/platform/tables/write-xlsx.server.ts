import writeExcelFile from 'write-excel-file/node'

/** `day` is YYYY-MM-DD. */
export type XlsxCell = string | number | null | { day: string }

/**
 * A table as the bytes of an XLSX file: numbers as numbers, days as dates. Texts are stored as texts, so that a spreadsheet runs none of them as a
 * formula; the first row is bold and stays in sight, and columns are as wide as what is in them.
 */
export async function xlsxBytes(rows: ReadonlyArray<readonly XlsxCell[]>): Promise<Uint8Array> {
  const sheet = rows.map((row, index) =>
    row.map((value) => {
      if (value === null) return null
      const weight = index === 0 ? { fontWeight: 'bold' as const } : {}
      if (typeof value === 'object')
        return { value: new Date(`${value.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd', ...weight }
      return typeof value === 'number' ? { value, type: Number, ...weight } : { value, type: String, ...weight }
    }),
  )
  return await writeExcelFile(sheet, { columns: widthsOf(rows), stickyRowsCount: 1 }).toBuffer()
}

const [narrowest, widest] = [6, 50]

/** In characters. */
function widthsOf(rows: ReadonlyArray<readonly XlsxCell[]>): { width: number }[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      const length = cell !== null && typeof cell === 'object' ? cell.day.length : String(cell ?? '').length
      widths[index] = Math.max(widths[index] ?? narrowest, Math.min(widest, length + 2))
    }
  return widths.map((width) => ({ width }))
}
