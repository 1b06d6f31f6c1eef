import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { certificatePdf } from '#app/features/valuations/certificate-pdf.server.ts'
import { getValuation } from '#app/features/valuations/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A payment certificate as a PDF, for the parties. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { certificate, contract, milestone } = orNotFound(getValuation(ctx, params.valuationId ?? ''))
    const of = { contractNumber: contract.number, position: milestone.position }
    return pdfAnswer(request, certificatePdf(of, orNotFound(certificate), await readerOf(request, ctx.actor)))
  })
