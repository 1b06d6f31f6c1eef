import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { isSignedByBoth } from '#app/features/contracts/contract.ts'
import {
  certifiedAt,
  getSigningCertificate,
  readableCertificate,
} from '#app/features/contracts/signing-certificate.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The signing certificate of a contract as a PDF, for its parties; sealed once both have signed. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const certificate = orNotFound(getSigningCertificate(ctx, params.contractId ?? ''))
    const isSigned = isSignedByBoth(certificate.status)
    const sealed = { contractId: certificate.id, kind: 'certificate', isSigned } as const
    return await sealedAnswer(ctx, request, sealed, (reader) => ({
      name: `certificate-${certificate.number}.pdf`,
      document: readableCertificate(certificate, reader),
      options: { locale: reader.locale, createdAt: certifiedAt(certificate) },
    }))
  })
