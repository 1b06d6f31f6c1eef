import type { InputHTMLAttributes } from 'react'
import { Choice } from './choice.tsx'
import { FieldErrors } from './field-errors.tsx'
import { type ControlProps, controlOf } from './field-frame.tsx'

export interface CheckboxProps
  extends Omit<ControlProps, 'labelHidden' | 'optional'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps | 'type' | 'defaultValue'> {
  value?: string
  defaultChecked?: boolean
  card?: boolean
}

/** A single yes or no. Sends `on` (or its `value`) when checked, nothing otherwise. */
export function Checkbox({
  field,
  name,
  id,
  label,
  hint,
  errors,
  required,
  className,
  value = 'on',
  defaultChecked,
  card,
  ...native
}: CheckboxProps) {
  const control = controlOf({ field, name, id, label, hint, errors, required })
  const initially =
    field?.initialValue === undefined ? defaultChecked : field.initialValue === value || field.initialValue === true
  return (
    <div className={className}>
      <Choice
        key={control.key}
        type="checkbox"
        label={label}
        hint={hint}
        hintId={control.hintId}
        card={card}
        {...native}
        {...control.attributes}
        value={value}
        {...(native.checked === undefined && { defaultChecked: initially })}
      />
      <FieldErrors id={control.errorId} errors={control.errors} />
    </div>
  )
}
