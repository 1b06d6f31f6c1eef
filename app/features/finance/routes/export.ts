import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { exportRows } from '#app/features/finance/export-rows.server.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { csvText } from '#app/platform/text/csv.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The rows that a filter leaves, one line for each part, as CSV or XLSX. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'financials.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { pathname, searchParams } = new URL(request.url)
    const kind = pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx'
    const { locale } = await readerOf(request, ctx.actor)
    const rows = exportRows(ctx, readTransactionFilter(searchParams), locale)
    const { xlsxBytes } = await import('#app/platform/tables/write-xlsx.server.ts')
    const inUnits = rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? cell.cents / 100 : cell)))
    const asText = rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? cell.text : cell)))
    return new Response(kind === 'csv' ? csvText(asText) : new Uint8Array(await xlsxBytes(inUnits)), {
      headers: {
        'Content-Type': types[kind],
        'Content-Disposition': `attachment; filename="transactions.${kind}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
