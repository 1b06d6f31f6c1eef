import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { blankContact, type ClientFormValues } from '#app/features/clients/form-values.ts'
import { EAddressFields } from '#app/features/e-addresses/ui/e-address-fields.tsx'
import { CountrySelect } from '#app/features/team/ui/country-select.tsx'
import { languages } from '#app/i18n/languages.ts'
import { isLocale } from '#app/i18n/locale.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { buyerKinds } from '#db/vocabulary/invoicing.ts'
import { ContactFields, LimitFields } from './row-fields.tsx'

const fieldNames = [
  ...(['name', 'businessId', 'vatNumber', 'buysAs', 'street', 'postalCode', 'city', 'country'] as const),
  ...(['locale', 'email', 'phone', 'paymentTermDays', 'lateInterest', 'tags', 'notes'] as const),
]
const eNames = ['eScheme', 'eAddress', 'eOperator'] as const

/** The form of a client, for a new one or a change. */
export function ClientForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  cancelTo,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: ClientFormValues
  submissionId: string
  expectedVersion?: number
  cancelTo: string
  children?: ReactNode
}) {
  const { t } = useTranslation('clientform')
  const { t: tAddress } = useTranslation('eaddress')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<ClientFormValues>({ id: 'client', lastResult, defaultValue: values })
  const labels = {
    ...Object.fromEntries(fieldNames.map((name) => [name, t(`field.${name}`)])),
    ...Object.fromEntries(eNames.map((name) => [name, tAddress(`field.${name}`)])),
  }
  const contacts = fields.contacts.getFieldList()
  const limits = fields.creditLimits.getFieldList()
  const added = {
    contact: addedRow(lastResult, fields.contacts.name, contacts.length),
    limit: addedRow(lastResult, fields.creditLimits.name, limits.length),
  }
  const contactLabels = Object.fromEntries(
    (['name', 'role', 'email', 'phone'] as const).map((name) => [name, t(`contact.${name}`)]),
  )
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          contacts: {
            label: t('contacts'),
            row: (index) => t('contactNumber', { number: index + 1 }),
            fields: contactLabels,
          },
          creditLimits: {
            label: t('limits'),
            row: (index) => t('limitNumber', { number: index + 1 }),
            fields: { amount: t('field.amount'), currency: t('field.currency') },
          },
        }}
      />
      {children}
      <FormCard title={t('who')}>
        <Field field={fields.name} label={t('field.name')} required maxLength={200} autoComplete="off" />
        <FieldRow>
          <Field field={fields.businessId} label={t('field.businessId')} optional maxLength={40} />
          <Field field={fields.vatNumber} label={t('field.vatNumber')} optional maxLength={40} />
        </FieldRow>
        <Select
          field={fields.buysAs}
          label={t('field.buysAs')}
          hint={t('buysAsHint')}
          placeholder={t('buysAsUnsaid')}
          options={buyerKinds.map((value) => ({ value, label: t(`buysAs.${value}`) }))}
        />
        <Field field={fields.street} label={t('field.street')} optional maxLength={200} />
        <div className="grid items-start gap-5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
          <Field field={fields.postalCode} label={t('field.postalCode')} optional maxLength={20} />
          <Field field={fields.city} label={t('field.city')} optional maxLength={100} />
          <CountrySelect field={fields.country} label={t('field.country')} />
        </div>
      </FormCard>
      <FormCard title={t('invoices')} description={t('invoicesHint')}>
        <FieldRow>
          <Field field={fields.email} label={t('field.email')} type="email" optional maxLength={254} />
          <Field field={fields.phone} label={t('field.phone')} type="tel" optional maxLength={40} />
        </FieldRow>
        <Select
          field={fields.locale}
          label={t('field.locale')}
          placeholder={t('anyLanguage')}
          options={languages.filter(({ tag }) => isLocale(tag)).map(({ tag, name }) => ({ value: tag, label: name }))}
        />
        <EAddressFields fields={fields} />
      </FormCard>
      <FormCard title={t('contacts')} description={t('contactsHint')}>
        <div className="@container flex flex-col gap-4" id={fields.contacts.id}>
          {contacts.map((field, index) => (
            <ContactFields
              key={field.key ?? field.name}
              field={field}
              number={index + 1}
              isNew={index === added.contact}
              remove={form.remove.getButtonProps({ name: fields.contacts.name, index })}
            />
          ))}
        </div>
        <button
          {...form.insert.getButtonProps({ name: fields.contacts.name, defaultValue: blankContact })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('addContact')}
        </button>
      </FormCard>
      <FormCard title={t('terms')} description={t('termsHint')}>
        <FieldRow>
          <Field field={fields.paymentTermDays} label={t('field.paymentTermDays')} inputMode="numeric" optional />
          <Field
            field={fields.lateInterest}
            label={t('field.lateInterest')}
            hint={t('interestHint')}
            suffix="%"
            inputMode="decimal"
            optional
          />
        </FieldRow>
        <div className="flex flex-col gap-4" id={fields.creditLimits.id}>
          {limits.map((field, index) => (
            <LimitFields
              key={field.key ?? field.name}
              field={field}
              number={index + 1}
              isNew={index === added.limit}
              remove={form.remove.getButtonProps({ name: fields.creditLimits.name, index })}
            />
          ))}
        </div>
        <button
          {...form.insert.getButtonProps({
            name: fields.creditLimits.name,
            defaultValue: { currency: 'EUR', amount: '' },
          })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('addLimit')}
        </button>
      </FormCard>
      <FormCard title={t('own')} description={t('ownHint')}>
        <Field field={fields.tags} label={t('field.tags')} hint={t('tagsHint')} optional maxLength={1000} />
        <TextArea field={fields.notes} label={t('field.notes')} optional maxLength={5000} rows={4} />
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{t('save')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
