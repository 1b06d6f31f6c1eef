import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { SuspenseDetail } from '#app/features/bank/suspense.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { intentOf } from './suspense-suggestion.tsx'

/** Credits money in suspense, or a part of it, to a company's free balance. */
export function BalanceForm({
  detail: { transfer, milestone, alike },
  submissionId,
  lastResult,
}: {
  detail: SuspenseDetail
  submissionId: string
  lastResult?: SubmissionResult<string[]>
}) {
  const { t } = useTranslation('bank')
  const format = useFormat()
  const named = alike.find(({ isNamed }) => isNamed)
  const [form, fields] = useForm<{ businessId: string; amount: string }>({
    id: 'balance',
    lastResult: intentOf(lastResult) === 'balance' ? lastResult : undefined,
    defaultValue: { businessId: milestone?.businessId ?? named?.businessId ?? '' },
  })
  const labels = { businessId: t('balanceForm.company'), amount: t('field.amount') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('balanceForm.title')}
        description={t('balanceForm.description', { amount: format.money(transfer.openCents, transfer.currency) })}
        actions={
          <SubmitButton name="intent" value="balance" variant="outline">
            {t('balanceForm.submit')}
          </SubmitButton>
        }
      >
        <FieldRow>
          <Field
            field={fields.businessId}
            label={labels.businessId}
            hint={milestone ? t('balanceForm.client', { client: milestone.clientName }) : undefined}
            autoComplete="off"
            required
            maxLength={20}
          />
          <MoneyField field={fields.amount} label={labels.amount} currency={transfer.currency} required />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
