import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { quantityInputValue } from '#app/features/projects/form-values.ts'
import { lineHeaders, optionWords } from '#app/features/projects/line-import/line-columns.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { csvText } from '#app/platform/text/csv.ts'

const types = {
  'lines.csv': 'text/csv; charset=utf-8',
  'lines.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file to fill in with requested lines: the header, and the lines that `?project=` has already. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'projects.update')
    await requireRateLimit(ctx, rateLimits.pdf)
    const name = orNotFound(params.file === 'lines.csv' || params.file === 'lines.xlsx' ? params.file : null)
    const id = new URL(request.url).searchParams.get('project')
    const lines = id === null ? [] : orNotFound(getOwnProject(ctx, id)).lines
    const localeContext = await localeContextOf(request, ctx.actor)
    const { locale } = await readerOf(request, ctx.actor)
    const tForms = i18nFor(locale).getFixedT(null, 'priceforms')
    const isCsv = name === 'lines.csv'
    const [yes] = optionWords(locale)
    const rows = lines.map(({ description, quantityMilli, unit, priceForm, isOption }, index) => {
      const quantity = isCsv ? quantityInputValue(quantityMilli, localeContext) : quantityMilli / 1000
      return [index + 1, description, quantity, unit, tForms(`name.${priceForm}`), isOption ? yes : null]
    })
    const table = [lineHeaders(locale), ...rows]
    const { xlsxBytes } = await import('#app/platform/tables/write-xlsx.server.ts')
    return new Response(isCsv ? csvText(table) : new Uint8Array(await xlsxBytes(table)), {
      headers: {
        'Content-Type': types[name],
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
