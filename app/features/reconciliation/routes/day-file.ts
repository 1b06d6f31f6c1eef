import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { dayOf } from '#app/features/reconciliation/days.ts'
import { getReconciliation } from '#app/features/reconciliation/reconcile-day.server.ts'
import { reconciliationRows } from '#app/features/reconciliation/reconciliation-rows.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { sharedReaderOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { csvText } from '#app/platform/text/csv.ts'

/** The comparison of a day as CSV. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRole(request, 'admin')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { day } = dayOf(request, ctx.now)
    const all = await getReconciliation(ctx, day)
    const reader = await sharedReaderOf(request, ctx.actor)
    return new Response(csvText(reconciliationRows(all, reader)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="reconciliation-${day}.csv"`,
        'Cache-Control': 'no-store',
      },
    })
  })
