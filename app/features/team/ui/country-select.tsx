import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesWith } from '#app/features/team/countries.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { FieldMeta } from '#app/ui/forms/field-frame.tsx'
import { Select } from '#app/ui/forms/select.tsx'

/** Chooses the country of an address: the stored one is always among them, and none is chosen unless one is stored. */
export function CountrySelect({
  field,
  label,
  autoComplete,
}: {
  field: FieldMeta
  label: string
  autoComplete?: string
}) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const stored = typeof field.initialValue === 'string' ? field.initialValue : ''
  const options = useMemo(
    () => format.sortCountries(countriesWith(stored)).map((value) => ({ value, label: format.country(value) })),
    [format, stored],
  )
  return (
    <Select
      field={field}
      label={label}
      options={options}
      required
      {...(stored === '' && { placeholder: t('choose') })}
      {...(autoComplete && { autoComplete })}
    />
  )
}
