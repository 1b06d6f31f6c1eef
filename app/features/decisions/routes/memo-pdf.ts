import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { memoPdf } from '#app/features/decisions/memo-pdf.server.ts'
import { getDecision } from '#app/features/decisions/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The memo of an award as a PDF, for the client. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const awardId = new URL(request.url).searchParams.get('award')
    const decision = orNotFound(getDecision(ctx, params.projectId ?? '', awardId))
    return await pdfAnswer(request, memoPdf(decision, await readerOf(request, ctx.actor)))
  })
