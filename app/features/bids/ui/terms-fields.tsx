import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

const names = ['inclusions', 'exclusions', 'validUntil'] as const
type Name = (typeof names)[number]

/** What a bid covers and what it does not, in words, and how long it binds. */
export function TermsFields({
  fields,
  labels,
}: {
  fields: Record<Name, FieldMetadata<string>>
  labels: Record<Name, string>
}) {
  const { t } = useTranslation('bidlines')
  return (
    <>
      <TextArea
        field={fields.inclusions}
        label={labels.inclusions}
        hint={t('form.inclusionsHint')}
        optional
        rows={3}
        maxLength={5000}
      />
      <TextArea
        field={fields.exclusions}
        label={labels.exclusions}
        hint={t('form.exclusionsHint')}
        optional
        rows={3}
        maxLength={5000}
      />
      <FieldRow>
        <Field
          field={fields.validUntil}
          label={labels.validUntil}
          hint={t('form.validUntilHint')}
          type="date"
          optional
          className="sm:max-w-xs"
        />
      </FieldRow>
    </>
  )
}
