import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { financialVats } from '#db/vocabulary/finance.ts'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** Around a table of rows with checkboxes: says what the chosen drafts are for, and posts them. */
export function BulkForm({
  tags,
  mayPost,
  hasSuggestions,
  back,
  children,
}: {
  tags: Tags
  mayPost: boolean
  /** Of booking rules, among the rows; their buttons send the rows as they are shown. */
  hasSuggestions: boolean
  back: string
  children: ReactNode
}) {
  const { t } = useTranslation('finance')
  const { t: tRules } = useTranslation('bookingrules')
  const { options } = useChart(tags.own)
  return (
    <Form method="post" action="/financials/transactions/bulk" key={back} className="flex flex-col gap-5">
      <input type="hidden" name="back" value={back} />
      {children}
      <Card title={t('bulk.title')} description={t('bulk.text')} className="print:hidden">
        <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Select name="category" label={t('field.category')} placeholder={t('bulk.keep')} options={options} />
          <Select
            name="projectId"
            label={t('field.projectId')}
            placeholder={t('field.noProject')}
            options={tags.projects.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <Select
            name="vat"
            label={t('field.vat')}
            options={financialVats.map((value) => ({ value, label: t(`vat.${value}`) }))}
          />
          <div className="flex flex-col items-start gap-3">
            {mayPost && <Checkbox name="post" label={t('bulk.post')} />}
            <SubmitButton variant="secondary">{t('bulk.submit')}</SubmitButton>
          </div>
        </div>
        {hasSuggestions && (
          <SubmitButton variant="outline" className="mt-4" formAction="/financials/rules/apply">
            {tRules('row.acceptChosen')}
          </SubmitButton>
        )}
      </Card>
    </Form>
  )
}
