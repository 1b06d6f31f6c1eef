import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RequestedRow, RowProblem } from '#app/features/projects/line-import/request-lines.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useText } from '#app/ui/text.ts'
import { type PriceForm, priceForms } from '#db/vocabulary/projects.ts'
import { HiddenFields } from './hidden-fields.tsx'

type Props = {
  rows: readonly RequestedRow[]
  mode: 'replace' | 'append'
  /** The descriptions of the form's lines that would not be there any more. */
  gone: readonly string[]
  /** How many lines the form would have. */
  total: number
  /** The form with these lines; null while the file has to be mended. */
  fields: readonly (readonly [name: string, value: string])[] | null
  /** Of the file. */
  name: string
  /** The address of the form. */
  to: string
  /** Marks a post that only fills in a form. */
  restoreField: string
}

/** More are hardly mended one by one. */
const shownProblems = 50

/** What a list of lines says, row by row, and the button that fills in the project's form with it. */
export function LinesPreview({ rows, mode, gone, total, fields, name, to, restoreField }: Props) {
  const { t } = useTranslation('lineimport')
  const { t: tFile } = useTranslation('bidimport')
  const { t: tForms } = useTranslation('priceforms')
  const problemText = useProblemText()
  const problems = rows.flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem })))
  const formName = (priceForm: string) =>
    priceForm !== 'unit' && priceForms.includes(priceForm as PriceForm) && tForms(`name.${priceForm as PriceForm}`)
  return (
    <>
      {problems.length > 0 && (
        <Alert tone="danger" title={tFile('preview.refused')}>
          <p>{tFile('preview.refusedText')}</p>
          <ul className="mt-2 list-disc ps-5">
            {problems.slice(0, shownProblems).map(({ row, problem }) => (
              <li key={`${row} ${problem.column} ${problem.key}`} className="wrap-anywhere">
                {tFile('preview.row', { row })}: {problemText(problem)}
              </li>
            ))}
          </ul>
          {problems.length > shownProblems && (
            <p className="mt-2">{t('preview.more', { count: problems.length - shownProblems })}</p>
          )}
        </Alert>
      )}
      <Card title={tFile('preview.title', { name })} flush>
        <ol className="divide-y divide-border border-t border-border text-sm">
          {rows.map(({ row, values, sameAs }, index) => (
            <li key={row} className="flex flex-col gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-row sm:justify-between sm:px-5">
              <span className="flex min-w-0 gap-2">
                <span className="text-muted-foreground tabular-nums">{index + 1}</span>
                <span className="wrap-anywhere">
                  {values.description}
                  {formName(values.priceForm) && (
                    <span className="block text-muted-foreground">{formName(values.priceForm)}</span>
                  )}
                  {values.isOption && <span className="block text-muted-foreground">{tForms('option.outside')}</span>}
                  {sameAs !== null && (
                    <span className="block text-muted-foreground">{t('preview.sameAs', { row: sameAs })}</span>
                  )}
                </span>
              </span>
              <span className="ps-5 tabular-nums wrap-anywhere sm:shrink-0 sm:ps-0 sm:text-end">
                {`${values.quantity} ${values.unit}`}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      {fields && (
        <Form method="post" action={to} className="flex flex-col gap-3">
          <HiddenFields fields={[...fields, [restoreField, 'true']]} />
          <p className="text-sm text-muted-foreground">
            {t(mode === 'append' ? 'preview.appended' : 'preview.replaced', { count: total })} {t('preview.takeText')}
          </p>
          {gone.length > 0 && (
            <Alert tone="warning" title={t('preview.gone', { count: gone.length })}>
              <ul className="list-disc ps-5">
                {[...new Set(gone)].map((description) => (
                  <li key={description} className="wrap-anywhere">
                    {description}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <SubmitButton className="self-start">{t('preview.take')}</SubmitButton>
        </Form>
      )}
    </>
  )
}

/** What is wrong with a row, and in which column. */
function useProblemText() {
  const { t } = useTranslation('bidimport')
  const { t: tForms } = useTranslation('priceforms')
  const text = useText()
  return ({ column, key, params }: RowProblem): string => {
    const said = text(key, params)
    if (column === null) return said
    const name =
      column === 'priceForm' ? tForms('label') : column === 'option' ? tForms('option.name') : t(`column.${column}`)
    return `${name} – ${said}`
  }
}
