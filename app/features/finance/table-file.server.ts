import { csvText } from '#app/platform/text/csv.ts'
import type { ExportCell, ExportedMoney } from './export-rows.server.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * A table as a file to download, CSV or XLSX as the address ends. In XLSX amounts are numbers and days dates; in CSV they are texts, with a decimal
 * point and as YYYY-MM-DD.
 */
export async function tableFile(pathname: string, name: string, rows: readonly ExportCell[][]): Promise<Response> {
  const kind = pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx'
  const { xlsxBytes } = await import('#app/platform/tables/write-xlsx.server.ts')
  const asValues = () => rows.map((row) => row.map((cell) => (isMoney(cell) ? cell.cents / 100 : cell)))
  const asText = () => rows.map((row) => row.map(textOf))
  return new Response(kind === 'csv' ? csvText(asText()) : new Uint8Array(await xlsxBytes(asValues())), {
    headers: {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${name}.${kind}"`,
      'Cache-Control': 'no-store',
    },
  })
}

const isMoney = (cell: ExportCell): cell is ExportedMoney =>
  cell !== null && typeof cell === 'object' && 'cents' in cell

function textOf(cell: ExportCell): string | null {
  if (cell === null || typeof cell === 'string') return cell
  return 'day' in cell ? cell.day : cell.text
}
