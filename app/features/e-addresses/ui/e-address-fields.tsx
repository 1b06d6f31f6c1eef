import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { eSchemeCodes, eSchemeName } from '#app/features/e-addresses/e-schemes.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'

type Name = 'eScheme' | 'eAddress' | 'eOperator'

/** An address for e-invoices: its kind, the address, and the operator that receives it. */
export function EAddressFields({ fields }: { fields: Record<Name, FieldMetadata<string>> }) {
  const { t } = useTranslation('eaddress')
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Select
        field={fields.eScheme}
        label={t('field.eScheme')}
        placeholder={t('none')}
        options={eSchemeCodes.map((value) => ({ value, label: eSchemeName(value) }))}
      />
      <Field field={fields.eAddress} label={t('field.eAddress')} optional maxLength={60} />
      <Field field={fields.eOperator} label={t('field.eOperator')} optional maxLength={30} />
    </div>
  )
}
