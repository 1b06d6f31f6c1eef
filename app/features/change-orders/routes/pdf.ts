import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getChangeOrder, listCertifiedSignatures } from '#app/features/change-orders/queries.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { signedPaperPdf } from '#app/features/contracts/signed-paper-pdf.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A change order with its signatures as a PDF, for the parties that may see it; sealed once both have signed. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { change, contract, paper } = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
    const signatures = listCertifiedSignatures(ctx.db, change.id)
    const isSigned = change.status === 'accepted'
    const sealed = { contractId: contract.id, kind: 'change_order', isSigned } as const
    return await sealedAnswer(ctx, request, sealed, (reader) => {
      const signed = signedChangeOrder(paper, reader)
      return signedPaperPdf(`${contract.number}-${signed.document.number}`, signed, change, signatures, reader)
    })
  })
