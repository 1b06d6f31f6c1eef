import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { contractPdf } from '#app/features/contracts/contract-pdf.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A contract as a PDF, for its parties. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const paper = orNotFound(getContractPaper(ctx, params.contractId ?? ''))
    return await pdfAnswer(request, contractPdf(paper, await readerOf(request, ctx.actor)))
  })
