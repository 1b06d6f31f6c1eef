import type { TextareaHTMLAttributes } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type ControlProps, controlOf, FieldFrame, initialText } from '#app/ui/field-frame.tsx'
import { inputClass } from '#app/ui/input-class.ts'

export interface TextAreaProps
  extends ControlProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof ControlProps | 'defaultValue'> {
  defaultValue?: string | null
}

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea({
  field,
  name,
  id,
  label,
  labelHidden,
  hint,
  errors,
  required,
  optional,
  className,
  defaultValue,
  rows = 4,
  ...native
}: TextAreaProps) {
  const control = controlOf({ field, name, id, label, hint, errors, required })
  return (
    <FieldFrame
      control={control}
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      optional={optional}
      className={className}
    >
      <textarea
        key={control.key}
        rows={rows}
        minLength={field?.minLength}
        maxLength={field?.maxLength}
        {...native}
        {...control.attributes}
        {...(native.value === undefined && { defaultValue: initialText(field, defaultValue) })}
        className={classes(inputClass, 'field-sizing-content min-h-24 py-2 leading-relaxed sm:min-h-24')}
      />
    </FieldFrame>
  )
}
