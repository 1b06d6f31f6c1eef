import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { caseFilePdf } from '#app/features/disputes/case-file/case-file-pdf.server.ts'
import { openCaseFile } from '#app/features/disputes/case-file/open-case-file.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The case file of a dispute as a PDF, for the admin who resolves it (ESC-10). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRole(request, 'admin')
    await requireRateLimit(ctx, rateLimits.pdf)
    const file = orNotFound(openCaseFile(ctx, params.contractId ?? ''))
    return await pdfAnswer(request, caseFilePdf(file, await readerOf(request, ctx.actor), ctx.now))
  })
