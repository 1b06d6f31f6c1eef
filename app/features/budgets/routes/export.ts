import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { exportBudget } from '#app/features/budgets/export-budget.server.ts'
import { getBudgetProject } from '#app/features/budgets/queries.server.ts'
import { tableFile } from '#app/features/finance/table-file.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A project's budget against its books as CSV or XLSX. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'financials.read')
    const project = orNotFound(getBudgetProject(ctx, params.projectId ?? ''))
    await requireRateLimit(ctx, rateLimits.pdf)
    const { locale } = await readerOf(request, ctx.actor)
    return tableFile(new URL(request.url).pathname, 'budget', exportBudget(ctx, project, locale))
  })
