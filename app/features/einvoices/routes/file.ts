import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { invoiceFileAnswer } from '#app/features/einvoices/invoice-file-answer.server.ts'
import { getInvoiceFile } from '#app/features/einvoices/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** An invoice as a file, for its seller and its buyer: which one is the last part of the URL. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'invoices.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const data = orNotFound(getInvoiceFile(ctx, params.invoiceId ?? ''))
    return await invoiceFileAnswer(request, { data, now: ctx.now }, await readerOf(request, ctx.actor))
  })
