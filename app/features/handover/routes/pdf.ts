import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { signedPaperPdf } from '#app/features/contracts/signed-paper-pdf.server.ts'
import { handoverNumber } from '#app/features/handover/handover-page.server.ts'
import { getHandover, listCertifiedHandoverSignatures } from '#app/features/handover/queries.server.ts'
import { signedHandover } from '#app/features/handover/signed-handover.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A handover protocol with its signatures as a PDF, for the parties; sealed once both have signed. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { contract, ...found } = orNotFound(getHandover(ctx, params.contractId ?? '', handoverNumber(params.number)))
    const handover = orNotFound(found.handover)
    const signatures = listCertifiedHandoverSignatures(ctx.db, handover.id)
    const sealed = { contractId: contract.id, kind: 'handover', isSigned: handover.status === 'signed' } as const
    return await sealedAnswer(ctx, request, sealed, (reader) =>
      signedPaperPdf(
        `${contract.number}-${handover.name}`,
        signedHandover(handover, reader),
        handover,
        signatures,
        reader,
      ),
    )
  })
