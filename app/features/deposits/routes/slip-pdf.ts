import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { stillToPay } from '#app/features/bank/arrivals.ts'
import { waitingPayments } from '#app/features/bank/suspense.server.ts'
import { findDeposit, paymentSlipPdf } from '#app/features/deposits/payment-slip.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The payment slip of a milestone that waits for money, with what has not arrived yet, as a PDF. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { isDue, milestone, contract } = orNotFound(findDeposit(ctx, params.milestoneId ?? ''))
    const amountCents = stillToPay(milestone, waitingPayments(ctx.db, [contract.id]))
    orNotFound((isDue && amountCents > 0) || null)
    const due = { contract, milestone: { ...milestone, amountCents } }
    return await pdfAnswer(request, paymentSlipPdf(due, await readerOf(request, ctx.actor), ctx.now))
  })
