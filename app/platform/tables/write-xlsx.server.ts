import writeExcelFile from 'write-excel-file/node'

/** A table as the bytes of an XLSX file. Texts are stored as texts, so that a spreadsheet runs none of them as a formula; the first row is bold. */
export async function xlsxBytes(rows: ReadonlyArray<readonly (string | number | null)[]>): Promise<Uint8Array> {
  const sheet = rows.map((row, index) =>
    row.map((value) => {
      if (value === null) return null
      const weight = index === 0 ? { fontWeight: 'bold' as const } : {}
      return typeof value === 'number' ? { value, type: Number, ...weight } : { value, type: String, ...weight }
    }),
  )
  return await writeExcelFile(sheet, {
    columns: [{ width: 6 }, { width: 50 }, { width: 12 }, { width: 10 }, { width: 14 }],
  }).toBuffer()
}
