import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getPricedProject } from '#app/features/bids/line-import/import-page.server.ts'
import { priceHeaders } from '#app/features/bids/line-import/price-columns.server.ts'
import { quantityInputValue, unitPriceInputValue } from '#app/features/projects/form-values.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { csvText } from '#app/platform/text/csv.ts'

const types = {
  'prices.csv': 'text/csv; charset=utf-8',
  'prices.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The lines of a project to be priced in a spreadsheet, with the prices that the caller's own bid has already. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.create')
    await requireRateLimit(ctx, rateLimits.pdf)
    const name = orNotFound(params.file === 'prices.csv' || params.file === 'prices.xlsx' ? params.file : null)
    const { project, bid } = orNotFound(getPricedProject(ctx, params.projectId ?? ''))
    const localeContext = await localeContextOf(request, ctx.actor)
    const { locale } = await readerOf(request, ctx.actor)
    const priceOf = (lineId: string) =>
      bid?.lines.find((line) => line.projectLineId === lineId && !line.excluded)?.unitPriceE4 ?? null
    // How each line is priced, where that differs; it is read over when the file comes back.
    const hasForms = project.lines.some(({ priceForm, isOption }) => priceForm !== 'unit' || isOption)
    const tForms = i18nFor(locale).getFixedT(null, 'priceforms')
    const isCsv = name === 'prices.csv'
    const rows = project.lines.map(({ id, description, quantityMilli, unit, priceForm, isOption }, index) => {
      const price = priceOf(id)
      const numbers = isCsv
        ? [
            quantityInputValue(quantityMilli, localeContext),
            price === null ? null : unitPriceInputValue(price, localeContext),
          ]
        : [quantityMilli / 1000, price === null ? null : price / 10_000]
      const row = [index + 1, description, numbers[0] ?? null, unit, numbers[1] ?? null]
      const form = [tForms(`name.${priceForm}`), ...(isOption ? [tForms('option.outside')] : [])].join(', ')
      return hasForms ? [...row, form] : row
    })
    const table = [[...priceHeaders(locale), ...(hasForms ? [tForms('label')] : [])], ...rows]
    const { xlsxBytes } = await import('#app/platform/tables/write-xlsx.server.ts')
    return new Response(isCsv ? csvText(table) : new Uint8Array(await xlsxBytes(table)), {
      headers: {
        'Content-Type': types[name],
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
