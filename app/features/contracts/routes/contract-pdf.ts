import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { isSignedByBoth } from '#app/features/contracts/contract.ts'
import { contractPdf } from '#app/features/contracts/contract-pdf.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A contract as a PDF, for its parties; sealed once both have signed. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const paper = orNotFound(getContractPaper(ctx, params.contractId ?? ''))
    const sealed = { contractId: paper.id, kind: 'contract', isSigned: isSignedByBoth(paper.status) } as const
    return await sealedAnswer(ctx, request, sealed, (reader) => contractPdf(paper, reader))
  })
