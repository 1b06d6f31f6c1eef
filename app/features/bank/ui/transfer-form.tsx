import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { AwaitedTransfer } from '#app/features/bank/transfers.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { currencies } from '#db/vocabulary/currencies.ts'

type Values = {
  reference: string
  amount: string
  currency: string
  payerName: string
  payerIban: string
  message: string
  paidOn: string
  archiveId: string
}

/**
 * Records one line of the bank statement. The expected values for its reference are shown but never prefilled as the amount.
 */
export function TransferForm({
  lastResult,
  awaited,
  reference,
}: {
  lastResult?: SubmissionResult<string[]>
  awaited: AwaitedTransfer | null
  reference: string
}) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const [form, fields] = useForm<Values>({
    id: 'transfer',
    lastResult,
    defaultValue: { reference, currency: awaited?.currency ?? 'EUR' },
  })
  const labels = {
    reference: t('transfer.reference'),
    archiveId: t('transfer.archiveId'),
    amount: t('transfer.amount'),
    currency: t('transfer.currency'),
    payerName: t('transfer.payerName'),
    payerIban: t('transfer.payerIban'),
    message: t('transfer.message'),
    paidOn: t('transfer.paidOn'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <ErrorSummary form={form} labels={labels} />
      {awaited && (
        <Alert
          tone="info"
          title={t('transfer.awaited', { amount: format.money(awaited.amountCents, awaited.currency) })}
        >
          {t('transfer.awaitedFor', {
            milestone: awaited.milestone,
            contract: awaited.contractNumber,
            client: awaited.clientName,
          })}
        </Alert>
      )}
      <FormCard
        title={t('transfer.record')}
        description={t('transfer.recordHint')}
        actions={
          <SubmitButton name="intent" value="record">
            {t('transfer.submit')}
          </SubmitButton>
        }
      >
        <FieldRow>
          <Field
            field={fields.reference}
            label={labels.reference}
            hint={t('transfer.referenceHint')}
            autoComplete="off"
          />
          <Field field={fields.archiveId} label={labels.archiveId} autoComplete="off" required maxLength={64} />
        </FieldRow>
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} currency="" required />
          <Select
            field={fields.currency}
            label={labels.currency}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </FieldRow>
        <FieldRow>
          <Field field={fields.payerName} label={labels.payerName} autoComplete="off" required maxLength={200} />
          <Field field={fields.paidOn} type="date" label={labels.paidOn} required />
        </FieldRow>
        <FieldRow>
          <Field
            field={fields.payerIban}
            label={labels.payerIban}
            hint={t('transfer.payerIbanHint')}
            autoComplete="off"
          />
          <Field field={fields.message} label={labels.message} autoComplete="off" maxLength={140} />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
