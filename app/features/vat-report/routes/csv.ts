import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { readVatChoice } from '#app/features/vat-report/vat-choice.server.ts'
import { vatFields } from '#app/features/vat-report/vat-fields.ts'
import { loadVatReport } from '#app/features/vat-report/vat-report.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { decimalText } from '#app/platform/money.ts'
import { csvText } from '#app/platform/text/csv.ts'

/** The return of a period with the records behind its fields, as CSV. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'financials.read')
    const { choice } = readVatChoice(ctx, request)
    const { sums, records, others } = loadVatReport(ctx, choice)
    const { locale } = await readerOf(request, ctx.actor)
    const t = i18nFor(locale).getFixedT(locale, 'vatreport')
    const rows = [
      [
        t('column.field'),
        t('column.name'),
        t('column.amount'),
        t('column.source'),
        t('column.record'),
        t('column.day'),
      ],
      ...vatFields.map((field) => [String(field), t(`field.${field}`), decimalText(sums[field]), null, null, null]),
      ...records.map(({ field, cents, source, name, day }) => [
        ...[String(field), t(`field.${field}`), decimalText(cents), t(`source.${source}`), name, day],
      ]),
      ...others.map(({ source, name, day }) => [null, t('unrated.title'), null, t(`source.${source}`), name, day]),
    ]
    return new Response(csvText(rows), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="vat-${choice.period}.csv"`,
        'Cache-Control': 'no-store',
      },
    })
  })
