import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { quotePdf } from '#app/features/quotes/quote-pdf.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A quote as a PDF, for its seller: the version that was sent last, or the draft. */
export const loader = (args: LoaderFunctionArgs) =>
  fileAnswer(args.request, async () => {
    const { ctx, quote } = await loadQuotePage(args)
    await requireRateLimit(ctx, rateLimits.pdf)
    const reader = await readerOf(args.request, ctx.actor)
    return await pdfAnswer(args.request, quotePdf(quote.document, quote.sent?.sentAt ?? null, reader))
  })
