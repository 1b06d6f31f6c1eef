import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountValues } from '#app/features/finance/form-values.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { financialAccountKinds } from '#db/vocabulary/finance.ts'

const named = ['name', 'kind', 'iban', 'currency', 'opening', 'openingOn'] as const

/** An account of the company's own, with what was on it when its rows begin. */
export function AccountForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  cancelTo,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: AccountValues
  submissionId: string
  expectedVersion?: number
  cancelTo: string
  children?: ReactNode
}) {
  const { t } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<AccountValues>({ id: 'account', lastResult, defaultValue: values })
  const labels = Object.fromEntries(named.map((name) => [name, t(`account.${name}`)]))
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      {children}
      <FormCard
        title={t('account.form')}
        description={t('account.text')}
        actions={
          <>
            <SubmitButton>{t('account.save')}</SubmitButton>
            <ButtonLink to={cancelTo} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Field field={fields.name} label={t('account.name')} maxLength={100} required />
        <FieldRow>
          <Select
            field={fields.kind}
            label={t('account.kind')}
            options={financialAccountKinds.map((value) => ({ value, label: t(`accountKind.${value}`) }))}
          />
          <Select
            field={fields.currency}
            label={t('account.currency')}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </FieldRow>
        <Field field={fields.iban} label={t('account.iban')} hint={t('account.ibanHint')} maxLength={50} optional />
        <FieldRow>
          <MoneyField
            field={fields.opening}
            label={t('account.opening')}
            hint={t('account.openingHint')}
            currency={fields.currency.value ?? 'EUR'}
          />
          <Field field={fields.openingOn} label={t('account.openingOn')} type="date" required />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
