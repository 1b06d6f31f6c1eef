import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { isSignedByBoth } from '#app/features/contracts/contract.ts'
import { contractPdf } from '#app/features/contracts/contract-pdf.server.ts'
import { openCaseFile } from '#app/features/disputes/case-file/open-case-file.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A disputed contract as a PDF, for the admin who resolves the dispute (ESC-10). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRole(request, 'admin')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { paper } = orNotFound(openCaseFile(ctx, params.contractId ?? '')).contract
    const sealed = { contractId: paper.id, kind: 'contract', isSigned: isSignedByBoth(paper.status) } as const
    return await sealedAnswer(ctx, request, sealed, (reader) => contractPdf(paper, reader))
  })
