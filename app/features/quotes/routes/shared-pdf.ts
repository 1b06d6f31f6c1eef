import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { getSharedQuote } from '#app/features/quotes/queries.server.ts'
import { quotePdf } from '#app/features/quotes/quote-pdf.server.ts'
import { recordOpening } from '#app/features/quotes/record-opening.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'

/** A quote as a PDF, for whoever has its public link. The address is the secret: nothing keeps or indexes what it leads to. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    await consumePoint(ctx.db.$client, rateLimits.pdf, ctx.ip ?? '')
    const quote = orNotFound(getSharedQuote(ctx, params.shareId ?? ''))
    recordOpening(ctx, quote, request)
    const reader = await readerOf(request, ctx.actor ?? { locale: null, timeZone: null })
    const response = await pdfAnswer(request, quotePdf(quote.document, quote.sentAt, reader))
    response.headers.set('Cache-Control', 'no-store')
    response.headers.set('X-Robots-Tag', 'noindex, nofollow')
    return response
  })
