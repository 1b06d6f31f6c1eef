import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { currencies } from '#db/vocabulary/currencies.ts'

/** A made-up sale for the sample table. */
export function TestSaleForm({
  lastResult,
  submissionId,
  today,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  submissionId: string
  today: string
}) {
  const { t } = useTranslation('database')
  const defaultValue = { product: '', soldOn: today, amount: '', currency: 'EUR' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'sale', lastResult, defaultValue })
  const labels = {
    product: t('field.product'),
    soldOn: t('field.soldOn'),
    amount: t('field.amount'),
    currency: t('field.currency'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard title={t('add')} actions={<SubmitButton>{t('submit')}</SubmitButton>}>
        <FieldRow>
          <Field field={fields.product} label={labels.product} maxLength={100} required />
          <Field field={fields.soldOn} label={labels.soldOn} type="date" required />
        </FieldRow>
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} currency={fields.currency.value ?? 'EUR'} required />
          <Select
            field={fields.currency}
            label={labels.currency}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
