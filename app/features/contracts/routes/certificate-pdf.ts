import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import {
  certifiedAt,
  getSigningCertificate,
  readableCertificate,
} from '#app/features/contracts/signing-certificate.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The signing certificate of a contract as a PDF, for its parties. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const certificate = orNotFound(getSigningCertificate(ctx, params.contractId ?? ''))
    const reader = await readerOf(request, ctx.actor)
    return await pdfAnswer(request, {
      name: `certificate-${certificate.number}.pdf`,
      document: readableCertificate(certificate, reader),
      options: { locale: reader.locale, createdAt: certifiedAt(certificate) },
    })
  })
