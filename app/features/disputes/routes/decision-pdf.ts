import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { decisionPdf } from '#app/features/disputes/decision-document.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** How a dispute ended as a PDF, for both parties and the admin who decided it; sealed, where its text was frozen (CON-10). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
    const isSigned = dispute.decision !== null && dispute.decision.documentHash !== null
    const sealed = { contractId: dispute.contract.id, kind: 'dispute_decision', isSigned } as const
    return await sealedAnswer(ctx, request, sealed, (reader) => orNotFound(decisionPdf(dispute, reader)))
  })
