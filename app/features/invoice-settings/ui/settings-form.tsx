import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EAddressFields } from '#app/features/e-addresses/ui/e-address-fields.tsx'
import { languages } from '#app/i18n/languages.ts'
import { isLocale } from '#app/i18n/locale.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { reminderCharges } from '#db/vocabulary/invoicing.ts'

/** The settings as strings of the form. */
export type SettingsValues = {
  [Name in
    | 'paymentTermDays'
    | 'lateInterest'
    | 'complaintDays'
    | 'note'
    | 'clientLocale'
    | 'eScheme'
    | 'eAddress'
    | 'eOperator'
    | 'reminderDays'
    | 'reminderCharge'
    | 'reminderFee']: string
} & { termAgreed: boolean }

/** What new invoices begin with, the language of clients, and the company's own address for e-invoices. */
export function SettingsForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  followsFromId,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: SettingsValues
  submissionId: string
  expectedVersion: number
  /** The address that follows from the business id where none is stated. */
  followsFromId: string | null
}) {
  const { t } = useTranslation('invoicesettings')
  const { t: parts } = useTranslation('invoiceparts')
  const { t: tAddress } = useTranslation('eaddress')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<SettingsValues>({ id: 'invoice-settings', lastResult, defaultValue: values })
  const labels = {
    paymentTermDays: t('paymentTermDays'),
    lateInterest: parts('field.lateInterest'),
    complaintDays: parts('field.complaintDays'),
    note: t('note'),
    clientLocale: t('clientLocale'),
    reminderDays: t('reminderDays'),
    termAgreed: t('termAgreed'),
    reminderCharge: t('reminderCharge'),
    reminderFee: t('reminderFee'),
    eScheme: tAddress('field.eScheme'),
    eAddress: tAddress('field.eAddress'),
    eOperator: tAddress('field.eOperator'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to="/company-settings/invoicing" />
      <FormCard title={t('terms')} description={t('termsHint')}>
        <FieldRow>
          <Field
            field={fields.paymentTermDays}
            label={labels.paymentTermDays}
            hint={t('paymentTermHint', { count: 14 })}
            inputMode="numeric"
            optional
          />
          <Field field={fields.complaintDays} label={labels.complaintDays} inputMode="numeric" optional />
        </FieldRow>
        <Field
          field={fields.lateInterest}
          label={labels.lateInterest}
          hint={parts('form.lateInterestHint')}
          inputMode="decimal"
          suffix="%"
          optional
        />
        <TextArea field={fields.note} label={labels.note} hint={t('noteHint')} optional maxLength={2000} rows={3} />
      </FormCard>
      <FormCard title={t('reminders')} description={t('remindersHint')}>
        <Field
          field={fields.reminderDays}
          label={labels.reminderDays}
          hint={t('reminderDaysHint')}
          optional
          maxLength={60}
        />
        <Checkbox field={fields.termAgreed} label={labels.termAgreed} hint={t('termAgreedHint')} />
        <RadioGroup
          field={fields.reminderCharge}
          label={labels.reminderCharge}
          hint={t('reminderChargeHint')}
          options={(['none', ...reminderCharges] as const).map((value) => ({
            value,
            label: t(`charge.${value}`),
            hint: t(`chargeHint.${value}`),
          }))}
        />
        <MoneyField field={fields.reminderFee} label={labels.reminderFee} hint={t('reminderFeeHint')} currency="EUR" />
      </FormCard>
      <FormCard title={t('language')} description={t('languageHint')}>
        <Select
          field={fields.clientLocale}
          label={labels.clientLocale}
          placeholder={t('ownLanguage')}
          options={languages.filter(({ tag }) => isLocale(tag)).map(({ tag, name }) => ({ value: tag, label: name }))}
        />
      </FormCard>
      <FormCard
        title={t('eInvoice')}
        description={followsFromId ? t('eInvoiceFollows', { address: followsFromId }) : t('eInvoiceHint')}
      >
        <EAddressFields fields={fields} />
      </FormCard>
      <Actions save={t('save')} cancel={ui('cancel')} />
    </Form>
  )
}

const Actions = ({ save, cancel }: { save: ReactNode; cancel: ReactNode }) => (
  <div className="flex flex-col gap-3 sm:flex-row">
    <SubmitButton size="lg">{save}</SubmitButton>
    <ButtonLink to="/company-settings" variant="outline" size="lg">
      {cancel}
    </ButtonLink>
  </div>
)
