import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { openingPdf } from '#app/features/bids/opening/opening-pdf.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The protocol of an opening as a PDF, for the client. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const protocol = orNotFound(getOpening(ctx, params.projectId ?? ''))
    return await pdfAnswer(request, openingPdf(protocol, await readerOf(request, ctx.actor)))
  })
