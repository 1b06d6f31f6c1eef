import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '#app/features/team/ui/country-select.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { financialVats } from '#db/vocabulary/finance.ts'
import { invoiceKinds } from '#db/vocabulary/invoicing.ts'

const names = [
  ...(['kind', 'supplierName', 'supplierCountry', 'supplierBusinessId', 'supplierVatNumber', 'number'] as const),
  ...(['issueDate', 'dueDate', 'currency', 'amount', 'vat', 'vatAmount', 'iban', 'reference', 'files'] as const),
] as const
type Values = Record<(typeof names)[number], string>

/** The facts of an invoice on paper or in a PDF. */
export function TypedForm({
  lastResult,
  accept,
  today,
  submissionId,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  accept: string
  today: string
  submissionId: string
}) {
  const { t } = useTranslation('receivedfiles')
  const { t: tFinance } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const defaultValue = { kind: 'invoice', supplierCountry: 'FI', currency: 'EUR', vat: 'standard' }
  const [form, fields] = useForm<Values>({ id: 'typed-invoice', lastResult, defaultValue })
  const labels = Object.fromEntries(names.map((name) => [name, t(`field.${name}`)])) as Values
  return (
    <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard title={t('typed.supplier')}>
        <FieldRow>
          <Field field={fields.supplierName} label={labels.supplierName} maxLength={200} required />
          <CountrySelect field={fields.supplierCountry} label={labels.supplierCountry} />
        </FieldRow>
        <FieldRow>
          <Field field={fields.supplierBusinessId} label={labels.supplierBusinessId} maxLength={50} optional />
          <Field field={fields.supplierVatNumber} label={labels.supplierVatNumber} maxLength={50} optional />
        </FieldRow>
      </FormCard>
      <FormCard title={t('typed.invoice')}>
        <RadioGroup
          field={fields.kind}
          label={labels.kind}
          options={invoiceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          required
        />
        <FieldRow>
          <Field field={fields.number} label={labels.number} maxLength={100} required />
          <Select
            field={fields.currency}
            label={labels.currency}
            options={currencies.map((value) => ({ value, label: value }))}
            required
          />
        </FieldRow>
        <FieldRow>
          <Field field={fields.issueDate} label={labels.issueDate} type="date" max={today} required />
          <Field field={fields.dueDate} label={labels.dueDate} type="date" required />
        </FieldRow>
        <FieldRow>
          <MoneyField field={fields.amount} label={labels.amount} hint={t('typed.amountHint')} required />
          <Select
            field={fields.vat}
            label={labels.vat}
            options={financialVats.map((value) => ({ value, label: tFinance(`vat.${value}`) }))}
            required
          />
        </FieldRow>
        <MoneyField field={fields.vatAmount} label={labels.vatAmount} hint={t('typed.vatHint')} optional />
      </FormCard>
      <FormCard title={t('typed.payment')}>
        <FieldRow>
          <Field field={fields.iban} label={labels.iban} maxLength={50} optional />
          <Field field={fields.reference} label={labels.reference} maxLength={50} optional />
        </FieldRow>
      </FormCard>
      <FormCard
        title={t('typed.file')}
        actions={
          <>
            <SubmitButton>{t('typed.button')}</SubmitButton>
            <ButtonLink to="/invoicing/received" variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <FileField
          field={fields.files}
          label={labels.files}
          hint={t('typed.fileHint')}
          accept={accept}
          multiple={false}
        />
      </FormCard>
    </Form>
  )
}
