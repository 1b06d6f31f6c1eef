import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getReceipt, versionOf } from '#app/features/bids/receipts/receipt.server.ts'
import { receiptPdf } from '#app/features/bids/receipts/receipt-pdf.server.ts'
import { sealedPdfAnswer } from '#app/features/seals/sealed-pdf-answer.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The receipt of a sealed version of the caller's own bid as a sealed PDF. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const receipt = orNotFound(getReceipt(ctx, params.bidId ?? ''))
    const version = orNotFound(versionOf(receipt, request))
    const reader = await readerOf(request, ctx.actor)
    const reason = i18nFor(reader.locale).getFixedT(null, 'bidfiles')('receipt.reason')
    return await sealedPdfAnswer(ctx, request, reason, receiptPdf(receipt, version, reader))
  })
