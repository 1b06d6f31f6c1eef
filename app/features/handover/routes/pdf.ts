import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { handoverPdf } from '#app/features/handover/signed-handover.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The latest handover protocol of a contract as a PDF, for its parties. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { handover } = orNotFound(getHandover(ctx, params.contractId ?? ''))
    return pdfAnswer(request, handoverPdf(orNotFound(handover), await readerOf(request, ctx.actor)))
  })
