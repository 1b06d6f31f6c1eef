import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { type AddressField, addressLimits } from '#app/features/team/company-address.ts'
import { Field } from '#app/ui/forms/field.tsx'

const autoComplete = { street: 'street-address', postalCode: 'postal-code', city: 'address-level2' } as const

/** The missing fields of the company's address, which its contracts and invoices must show. */
export function AddressFields({
  fields,
  missing,
  company,
}: {
  fields: Record<AddressField, FieldMetadata<string | undefined>>
  missing: readonly AddressField[]
  company: string
}) {
  const { t } = useTranslation('ui')
  return (
    <fieldset className="min-w-0 border-b border-border pb-5" aria-describedby="sign-address-hint">
      <legend className="text-sm font-semibold">{t('address.title')}</legend>
      <p id="sign-address-hint" className="mt-0.5 text-sm text-muted-foreground">
        {t('address.hint', { company })}
      </p>
      <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
        {missing.map((field) => (
          <Field
            key={field}
            field={fields[field]}
            label={t(`address.${field}`)}
            autoComplete={autoComplete[field]}
            className={field === 'street' ? 'sm:col-span-2' : undefined}
            maxLength={addressLimits[field]}
            required
          />
        ))}
      </div>
    </fieldset>
  )
}
