import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { CountrySelect } from '#app/features/team/ui/country-select.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'

type Fields = { [Name in keyof InvoiceFormValues]: FieldMetadata<InvoiceFormValues[Name]> }

/** The buyer, as shown on the invoice. */
export function BuyerFields({ fields }: { fields: Pick<Fields, Extract<keyof Fields, `buyer${string}`>> }) {
  const { t } = useTranslation('invoicing')
  return (
    <>
      <Field field={fields.buyerName} label={t('field.buyerName')} required maxLength={200} autoComplete="off" />
      <FieldRow>
        <Field field={fields.buyerBusinessId} label={t('field.buyerBusinessId')} optional maxLength={40} />
        <Field field={fields.buyerVatNumber} label={t('field.buyerVatNumber')} optional maxLength={40} />
      </FieldRow>
      <Field field={fields.buyerStreet} label={t('field.buyerStreet')} required maxLength={200} />
      <div className="grid items-start gap-5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
        <Field field={fields.buyerPostalCode} label={t('field.buyerPostalCode')} required maxLength={20} />
        <Field field={fields.buyerCity} label={t('field.buyerCity')} required maxLength={100} />
        <CountrySelect field={fields.buyerCountry} label={t('field.buyerCountry')} />
      </div>
      <Field field={fields.buyerEmail} label={t('field.buyerEmail')} type="email" optional maxLength={254} />
    </>
  )
}
