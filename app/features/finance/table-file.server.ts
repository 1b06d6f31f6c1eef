import { csvText } from '#app/platform/text/csv.ts'
import type { ExportCell } from './export-rows.server.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as a file to download, CSV or XLSX as the address ends. Amounts are numbers in XLSX, and texts with a decimal point in CSV. */
export async function tableFile(pathname: string, name: string, rows: readonly ExportCell[][]): Promise<Response> {
  const kind = pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx'
  const { xlsxBytes } = await import('#app/platform/tables/write-xlsx.server.ts')
  const inUnits = rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? cell.cents / 100 : cell)))
  const asText = rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? cell.text : cell)))
  return new Response(kind === 'csv' ? csvText(asText) : new Uint8Array(await xlsxBytes(inUnits)), {
    headers: {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${name}.${kind}"`,
      'Cache-Control': 'no-store',
    },
  })
}
