import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { certificatePdf } from '#app/features/valuations/certificate-pdf.server.ts'
import { getValuation } from '#app/features/valuations/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A payment certificate as a PDF, sealed and the same for whoever reads a language (CON-10), for the parties. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { certificate, contract, milestone } = orNotFound(getValuation(ctx, params.valuationId ?? ''))
    const of = { contractNumber: contract.number, position: milestone.position }
    const certified = orNotFound(certificate)
    const sealed = { contractId: contract.id, kind: 'payment_certificate', isSigned: true } as const
    return sealedAnswer(ctx, request, sealed, (reader) => certificatePdf(of, certified, reader))
  })
