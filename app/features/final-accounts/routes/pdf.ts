import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { signedPaperPdf } from '#app/features/contracts/signed-paper-pdf.server.ts'
import { getFinalAccount, listCertifiedFinalSignatures } from '#app/features/final-accounts/queries.server.ts'
import { signedFinalAccount } from '#app/features/final-accounts/signed-final-account.server.ts'
import { sealedAnswer } from '#app/features/seals/sealed-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A final account with its signatures as a PDF, for the parties; sealed once both have signed. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { contract, ...found } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
    const account = orNotFound(found.account)
    const signatures = listCertifiedFinalSignatures(ctx.db, account.id)
    const sealed = { contractId: contract.id, kind: 'final_account', isSigned: account.status === 'signed' } as const
    return await sealedAnswer(ctx, request, sealed, (reader) =>
      signedPaperPdf(
        `${contract.number}-${account.name}`,
        signedFinalAccount(account, reader),
        account,
        signatures,
        reader,
      ),
    )
  })
