import { type FieldMetadata, getInputProps } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { contractParties } from '#db/vocabulary/contracts.ts'

export type DefectValue = { id: string; description: string; place: string; responsible: string; dueOn: string }

/** One defect of the form. */
export function DefectFields({
  field,
  position,
  isNew,
  remove,
}: {
  field: FieldMetadata<DefectValue>
  position: number
  /** Whether it has just been added. */
  isNew: boolean
  remove: ReactNode
}) {
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  const fields = field.getFieldset()
  return (
    <Card headingLevel={3} title={t('form.defect', { position })} actions={remove}>
      <div className="flex flex-col gap-5">
        <input {...getInputProps(fields.id, { type: 'hidden' })} key={fields.id.key} />
        <TextArea
          field={fields.description}
          label={t('field.description')}
          autoFocus={isNew}
          required
          rows={2}
          maxLength={1000}
        />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <Field field={fields.place} label={t('field.place')} optional maxLength={200} />
          <Select
            field={fields.responsible}
            label={t('field.responsible')}
            options={contractParties.map((value) => ({ value, label: tContract(`party.${value}`) }))}
          />
          <Field field={fields.dueOn} type="date" label={t('field.dueOn')} optional />
        </div>
      </div>
    </Card>
  )
}
