import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOf, parseChartValue } from '#app/features/finance/chart.ts'
import { type ShownCategory, useChart } from '#app/features/finance/ui/use-chart.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

export type BudgetValues = { lines: { category: string; amount: string }[] }

const kinds = ['income', 'expense'] as const

/** An amount for each category of income and expenses. */
export function BudgetForm({
  lastResult,
  values,
  expectedVersion,
  currency,
  own,
  cancelTo,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: BudgetValues
  expectedVersion: number
  currency: string
  own: readonly ShownCategory[]
  cancelTo: string
  children?: ReactNode
}) {
  const { t } = useTranslation('budgets')
  const { t: tFinance } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const { nameOf } = useChart(own)
  const [form, fields] = useForm<BudgetValues>({ id: 'budget', lastResult, defaultValue: values })
  const places = values.lines.map(({ category }) => parseChartValue(category))
  const lines = fields.lines.getFieldList()
  const labelOf = (index: number) => {
    const place = places[index]
    return place ? nameOf(place) : ''
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{ lines: { label: t('budget'), row: labelOf, fields: { amount: tFinance('field.amount') } } }}
      />
      {children}
      {kinds.map((kind) => (
        <FormCard key={kind} title={tFinance(`kind.${kind}`)} description={t(`edit.${kind}`)}>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {lines.map((line, index) => {
              const place = places[index]
              if (!place || kindOf(place.category) !== kind) return null
              const { category, amount } = line.getFieldset()
              return (
                <div key={line.key ?? line.name}>
                  <input type="hidden" name={category.name} value={values.lines[index]?.category} />
                  <MoneyField field={amount} label={labelOf(index)} currency={currency} />
                </div>
              )
            })}
          </div>
        </FormCard>
      ))}
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{t('edit.save')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
