import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { exportRows } from '#app/features/finance/export-rows.server.ts'
import { tableFile } from '#app/features/finance/table-file.server.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The rows that a filter leaves, one line for each part, as CSV or XLSX. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'financials.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { pathname, searchParams } = new URL(request.url)
    const { locale } = await readerOf(request, ctx.actor)
    return tableFile(pathname, 'transactions', exportRows(ctx, readTransactionFilter(searchParams), locale))
  })
