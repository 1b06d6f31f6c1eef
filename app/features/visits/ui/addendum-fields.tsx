import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

/** What the bidders read of a change of an open project, and the deadline after it. */
export function AddendumFields({
  fields,
  addendumDays,
}: {
  fields: { summary: FieldMetadata<string>; bidDeadline: FieldMetadata<string> }
  addendumDays: number
}) {
  const { t } = useTranslation('visits')
  const { t: tProject } = useTranslation('projects')
  const { t: tForm } = useTranslation('projectform')
  const { zone } = useFormat()
  return (
    <>
      <TextArea
        field={fields.summary}
        label={tProject('field.summary')}
        hint={tForm('summaryHint')}
        required
        maxLength={2000}
      />
      <Field
        field={fields.bidDeadline}
        label={`${tProject('field.bidDeadline')} (${zone})`}
        type="datetime-local"
        hint={t('field.deadlineHint', { count: addendumDays })}
        required
      />
    </>
  )
}
