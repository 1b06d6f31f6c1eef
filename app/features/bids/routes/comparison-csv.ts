import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { comparisonRows } from '#app/features/bids/comparison-export.server.ts'
import { getComparison } from '#app/features/bids/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { csvText } from '#app/platform/text/csv.ts'

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, () => comparisonCsv(request, params.projectId ?? ''))

async function comparisonCsv(request: Request, projectId: string): Promise<Response> {
  const ctx = await requireCompany(request, 'bids.read')
  const shown = orNotFound(getComparison(ctx, projectId))
  orNotFound(shown.project.bidsOpenedAt)
  const { locale } = await localeContextOf(request, ctx.actor)
  return new Response(csvText(comparisonRows(shown, locale)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bids.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
