import type { FieldMetadata } from '@conform-to/react'
import { Trash2 } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineValues } from '#app/features/projects/form-values.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RowErrors } from '#app/ui/forms/row-errors.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { priceForms } from '#db/vocabulary/projects.ts'

/** One line of the project form. `remove` are the props of its remove button. */
export function LineFields({
  field,
  number,
  isNew,
  remove,
}: {
  field: FieldMetadata<LineValues>
  number: number
  /** Whether it has just been added. */
  isNew: boolean
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}) {
  const { t } = useTranslation('projects')
  const { t: tForm } = useTranslation('lineform')
  const { t: tForms } = useTranslation('priceforms')
  const line = field.getFieldset()
  const cells = [
    { field: line.description, label: t('field.lineDescription') },
    { field: line.quantity, label: t('field.quantity') },
    { field: line.unit, label: t('field.unit') },
    { field: line.priceForm, label: tForms('label') },
  ]
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 border-b border-border pb-4 last:border-0 @2xl:grid-cols-[minmax(0,1fr)_6rem_5rem_9rem_6rem_auto] @2xl:pb-3">
      <legend className="sr-only">{tForm('line', { number })}</legend>
      {line.id.initialValue && <input type="hidden" name={line.id.name} defaultValue={String(line.id.initialValue)} />}
      <Field
        field={line.description}
        label={t('field.lineDescription')}
        errorsInRow
        autoFocus={isNew}
        className="col-span-2 @2xl:col-span-1"
      />
      <Field field={line.quantity} label={t('field.quantity')} errorsInRow inputMode="decimal" autoComplete="off" />
      <Field field={line.unit} label={t('field.unit')} errorsInRow list="units" autoComplete="off" />
      <Select
        field={line.priceForm}
        label={tForms('label')}
        errorsInRow
        options={priceForms.map((value) => ({ value, label: tForms(`name.${value}`) }))}
        className="col-span-2 @2xl:col-span-1"
      />
      <Checkbox field={line.isOption} label={tForms('option.name')} className="@2xl:pt-6" />
      <button
        type="submit"
        {...remove}
        className={buttonClass(
          { variant: 'ghost', size: 'sm' },
          'col-span-2 justify-self-start @2xl:col-span-1 @2xl:mt-6.5 @2xl:min-h-9',
        )}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="@2xl:sr-only">{tForm('removeLine', { number })}</span>
      </button>
      <RowErrors fields={cells} />
    </fieldset>
  )
}
