import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'

type Fields = {
  [Name in Extract<keyof InvoiceFormValues, `euroRate${string}`>]: FieldMetadata<InvoiceFormValues[Name]>
}

/** The rate by which an invoice in another currency states its VAT in euros. */
export function EuroRateFields({ fields, currency }: { fields: Fields; currency: string }) {
  const { t } = useTranslation('invoicing')
  return (
    <FormCard title={t('form.euroRate')} description={t('form.euroRateHint')}>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field
          field={fields.euroRate}
          label={t('field.euroRate', { currency })}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <Field field={fields.euroRateDate} label={t('field.euroRateDate')} type="date" required />
        <Field field={fields.euroRateSource} label={t('field.euroRateSource')} maxLength={60} required />
      </div>
    </FormCard>
  )
}
