import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { invoiceFileAnswer } from '#app/features/einvoices/invoice-file-answer.server.ts'
import { getSharedInvoiceFile } from '#app/features/einvoices/queries.server.ts'
import { recordOpening } from '#app/features/einvoices/record-opening.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'

/** An invoice as a file, for whoever has its public link. The address is the secret: nothing keeps or indexes what it leads to. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    await consumePoint(ctx.db.$client, rateLimits.pdf, ctx.ip ?? '')
    const data = orNotFound(getSharedInvoiceFile(ctx, params.shareId ?? ''))
    recordOpening(ctx, data.id, request)
    const reader = await readerOf(request, ctx.actor ?? { locale: null, timeZone: null })
    const response = await invoiceFileAnswer(request, { data, now: ctx.now }, reader)
    response.headers.set('Cache-Control', 'no-store')
    response.headers.set('X-Robots-Tag', 'noindex, nofollow')
    return response
  })
