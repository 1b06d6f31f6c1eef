import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { CountrySelect } from '#app/features/team/ui/country-select.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'

type Fields = { [Name in keyof InvoiceFormValues]: FieldMetadata<InvoiceFormValues[Name]> }

/** The buyer, as shown on the invoice. What the client of its contract has stated (`fixed`) is read-only. */
export function BuyerFields({
  fields,
  fixed = [],
}: {
  fields: Pick<Fields, Extract<keyof Fields, `buyer${string}`>>
  fixed?: readonly string[]
}) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const readOnly = (name: string) => fixed.includes(name)
  return (
    <>
      <Field
        readOnly={readOnly('buyerName')}
        field={fields.buyerName}
        label={t('field.buyerName')}
        required
        maxLength={200}
        autoComplete="off"
      />
      <FieldRow>
        <Field
          readOnly={readOnly('buyerBusinessId')}
          field={fields.buyerBusinessId}
          label={t('field.buyerBusinessId')}
          optional
          maxLength={40}
        />
        <Field
          readOnly={readOnly('buyerVatNumber')}
          field={fields.buyerVatNumber}
          label={t('field.buyerVatNumber')}
          optional
          maxLength={40}
        />
      </FieldRow>
      <Field
        readOnly={readOnly('buyerStreet')}
        field={fields.buyerStreet}
        label={t('field.buyerStreet')}
        required
        maxLength={200}
      />
      <div className="grid items-start gap-5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
        <Field
          readOnly={readOnly('buyerPostalCode')}
          field={fields.buyerPostalCode}
          label={t('field.buyerPostalCode')}
          required
          maxLength={20}
        />
        <Field
          readOnly={readOnly('buyerCity')}
          field={fields.buyerCity}
          label={t('field.buyerCity')}
          required
          maxLength={100}
        />
        {readOnly('buyerCountry') ? (
          <>
            <input
              type="hidden"
              name={fields.buyerCountry.name}
              value={String(fields.buyerCountry.initialValue ?? '')}
            />
            <Field
              name="country"
              label={t('field.buyerCountry')}
              readOnly
              defaultValue={format.country(String(fields.buyerCountry.initialValue ?? ''))}
            />
          </>
        ) : (
          <CountrySelect field={fields.buyerCountry} label={t('field.buyerCountry')} />
        )}
      </div>
      <Field field={fields.buyerEmail} label={t('field.buyerEmail')} type="email" optional maxLength={254} />
    </>
  )
}
