import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PriceList, ReadRow } from '#app/features/bids/line-import/price-list.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PriceForm } from '#db/vocabulary/projects.ts'

type Props = PriceList & {
  /** Of the file. */
  name: string
  /** The bid's form with the prices; null while the file has to be mended. */
  form: { to: string; fields: readonly [name: string, value: string][] } | null
  /** Marks a post that only fills in a form. */
  restoreField: string
  currency: string
  /** How each asked line is priced, in order. */
  priceForms: readonly PriceForm[]
}

/** More are hardly mended one by one. */
const shownProblems = 50

/** What a price list says, row by row, and the button that fills in the bid's form with it. */
export function PricePreview({ rows, absent, name, form, restoreField, currency, priceForms }: Props) {
  const { t } = useTranslation('bidimport')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const formOf = (number: number) => {
    const priceForm = priceForms[number - 1] ?? 'unit'
    return priceForm !== 'unit' && <span className="block text-muted-foreground">{tForms(`name.${priceForm}`)}</span>
  }
  const problem = useProblem()
  const problems = rows.filter(({ state }) => state !== 'priced' && state !== 'missing')
  const read = rows.filter((row) => row.state === 'priced' || row.state === 'missing')
  return (
    <>
      {problems.length > 0 && (
        <Alert tone="danger" title={t('preview.refused')}>
          <p>{t('preview.refusedText')}</p>
          <ul className="mt-2 list-disc ps-5">
            {problems.slice(0, shownProblems).map((row) => (
              <li key={row.row} className="wrap-anywhere">
                {t('preview.row', { row: row.row })}: {problem(row)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {problems.length === 0 && !form && <Alert tone="warning" title={t('preview.noPrices')} />}
      {read.length > 0 && (
        <Card title={t('preview.title', { name })} flush>
          <ol className="divide-y divide-border border-t border-border text-sm">
            {read.map((row) => (
              <li
                key={row.row}
                className="flex flex-col gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-row sm:justify-between sm:px-5"
              >
                <span className="flex min-w-0 gap-2">
                  <span className="text-muted-foreground tabular-nums">{row.number}</span>
                  <span className="wrap-anywhere">
                    {row.description}
                    {formOf(Number(row.number))}
                  </span>
                </span>
                <span className="ps-5 tabular-nums sm:shrink-0 sm:ps-0 sm:text-end">
                  {row.state === 'priced' ? (
                    format.unitPrice(row.unitPriceE4, currency)
                  ) : (
                    <span className="text-muted-foreground">{t('preview.missing')}</span>
                  )}
                </span>
              </li>
            ))}
            {absent.map(({ number, description }) => (
              <li
                key={number}
                className="flex flex-col gap-x-4 gap-y-1 px-4 py-2.5 text-muted-foreground sm:flex-row sm:justify-between sm:px-5"
              >
                <span className="flex min-w-0 gap-2">
                  <span className="tabular-nums">{number}</span>
                  <span className="wrap-anywhere">
                    {description}
                    {formOf(number)}
                  </span>
                </span>
                <span className="ps-5 sm:shrink-0 sm:ps-0 sm:text-end">{t('preview.absent')}</span>
              </li>
            ))}
          </ol>
        </Card>
      )}
      {form && (
        <Form method="post" action={form.to} className="flex flex-col gap-2">
          {[...form.fields, [restoreField, 'true'] as const].map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <p className="text-sm text-muted-foreground">{t('preview.takeText')}</p>
          <SubmitButton className="self-start">{t('preview.take')}</SubmitButton>
        </Form>
      )}
    </>
  )
}

/** Why a row cannot be taken over. */
function useProblem() {
  const { t } = useTranslation('bidimport')
  return (row: ReadRow): string => {
    if (row.state === 'changed') return t(`problem.changed.${row.what}`)
    if (row.state === 'malformed') return t('problem.malformed', { given: row.given })
    if (row.state === 'twice') return t('problem.twice', { number: row.number })
    return t('problem.unknown', { number: row.number })
  }
}
