import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { CompanyRecord } from './company-facts.tsx'
import { CountrySelect } from './country-select.tsx'

/** Edits the company details that contracts and invoices show; for owners and managers. */
export function CompanyForm({
  company,
  lastResult,
  submissionId,
  expectedVersion,
}: {
  company: CompanyRecord
  lastResult: SubmissionResult<string[]> | undefined
  submissionId: string
  /** The version that the form was opened with. */
  expectedVersion: number
}) {
  const { t } = useTranslation('team')
  const [form, fields] = useForm<CompanyRecord>({ id: 'company', lastResult, defaultValue: company })
  const labels = {
    name: t('company.name'),
    businessId: t('company.businessId'),
    vatNumber: t('company.vatNumber'),
    street: t('company.street'),
    postalCode: t('company.postalCode'),
    city: t('company.city'),
    country: t('company.country'),
    email: t('company.email'),
    phone: t('company.phone'),
    inDirectory: t('company.inDirectory'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to="/company-settings" />
      <Card title={t('company.basics')}>
        <div className="flex flex-col gap-5">
          <Field field={fields.name} label={labels.name} autoComplete="organization" required />
          <FieldRow>
            <Field field={fields.businessId} label={labels.businessId} hint={t('company.businessIdHint')} optional />
            <Field field={fields.vatNumber} label={labels.vatNumber} hint={t('company.vatNumberHint')} optional />
          </FieldRow>
        </div>
      </Card>
      <Card title={t('company.addressTitle')}>
        <div className="flex flex-col gap-5">
          <Field field={fields.street} label={labels.street} autoComplete="street-address" optional />
          <FieldRow>
            <Field field={fields.postalCode} label={labels.postalCode} autoComplete="postal-code" optional />
            <Field field={fields.city} label={labels.city} autoComplete="address-level2" optional />
          </FieldRow>
          <CountrySelect field={fields.country} label={labels.country} autoComplete="country" />
          <FieldRow>
            <Field field={fields.email} label={labels.email} type="email" autoComplete="email" optional />
            <Field field={fields.phone} label={labels.phone} type="tel" autoComplete="tel" optional />
          </FieldRow>
        </div>
      </Card>
      <Card title={t('company.directoryTitle')}>
        <Checkbox field={fields.inDirectory} label={labels.inDirectory} hint={t('company.inDirectoryHint')} />
      </Card>
      <SubmitButton wide className="self-start">
        {t('company.save')}
      </SubmitButton>
    </Form>
  )
}
