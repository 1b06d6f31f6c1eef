import type { LoaderFunctionArgs } from '@remix-run/node'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { readAnswers } from '#app/features/estimation/answers.server.ts'
import { estimatePdf } from '#app/features/estimation/estimate-document.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'

/** The estimate of an address as a PDF, for anybody. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    await consumePoint(ctx.db.$client, rateLimits.pdf, ctx.actor?.id ?? addressKey(ctx.ip))
    const query = new URL(request.url).searchParams
    const answers = orNotFound(readAnswers(query, await localeContextOf(request, ctx.actor)))
    const reader = await readerOf(request, ctx.actor ?? { locale: null, timeZone: null })
    const response = await pdfAnswer(request, estimatePdf(answers, reader, ctx.now))
    response.headers.set('X-Robots-Tag', 'noindex')
    return response
  })
