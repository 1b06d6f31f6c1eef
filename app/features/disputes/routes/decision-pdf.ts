import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { decisionPdf } from '#app/features/disputes/decision-document.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** How a dispute ended as a PDF, for both parties and the admin who decided it. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
    return await pdfAnswer(request, orNotFound(decisionPdf(dispute, await readerOf(request, ctx.actor))))
  })
