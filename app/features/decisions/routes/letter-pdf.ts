import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { letterPdf } from '#app/features/decisions/letter-pdf.server.ts'
import { getLetter } from '#app/features/decisions/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A letter about an award as a PDF, for its bidder and the client. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const letter = orNotFound(getLetter(ctx, params.bidId ?? '', new URL(request.url).searchParams.get('award')))
    return await pdfAnswer(request, letterPdf(letter, await readerOf(request, ctx.actor)))
  })
