import { Form } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReadableDocument } from '#app/documents/document.ts'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { PrintButton } from '#app/documents/print-button.tsx'
import { type Period, periodQuery } from '#app/features/statements/period.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

/** A page of a statement: its period to choose, the sheet, which alone is printed, a PDF from here on, and all of it as CSV. */
export function StatementView({
  path,
  crumbs,
  period,
  problem,
  after,
  next,
  document,
}: {
  path: string
  crumbs: readonly { label: string; to?: string }[]
  period: Period
  problem: 'days' | 'order' | null
  after: string | null
  next: string | null
  document: ReadableDocument
}) {
  const { t } = useTranslation('statements')
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs items={[...crumbs]} />
      <div className="flex flex-wrap items-end justify-between gap-4 print:hidden">
        <Form method="get" action={path} key={periodQuery(period)} className="flex flex-wrap items-end gap-3">
          <Field type="date" name="from" label={t('from')} defaultValue={period.from ?? ''} />
          <Field type="date" name="to" label={t('to')} defaultValue={period.to ?? ''} />
          <SubmitButton variant="secondary">{t('show')}</SubmitButton>
        </Form>
        <div className="flex flex-wrap gap-2">
          <PrintButton />
          <ButtonLink to={`${path}.pdf${periodQuery(period, after)}`} reloadDocument icon={Download} variant="outline">
            {t('pdf')}
          </ButtonLink>
          <ButtonLink to={`${path}.csv${periodQuery(period)}`} reloadDocument icon={Download} variant="outline">
            {t('csv')}
          </ButtonLink>
        </div>
      </div>
      {problem && <Alert tone="warning">{t(`problem.${problem}`)}</Alert>}
      <DocumentSheet document={document} />
      <Pagination
        previous={after ? `${path}${periodQuery(period)}` : null}
        next={next && `${path}${periodQuery(period, next)}`}
      />
    </div>
  )
}
