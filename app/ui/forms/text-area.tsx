import type { TextareaHTMLAttributes } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type ControlProps, FieldFrame, framed, initialText } from './field-frame.tsx'
import { inputClass } from './input-class.ts'

export interface TextAreaProps
  extends ControlProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof ControlProps | 'defaultValue'> {
  defaultValue?: string | null
}

/** A multi-line text field that grows with its content where the browser supports it. */
export function TextArea(props: TextAreaProps) {
  const { control, frame, own } = framed(props)
  const { defaultValue, rows = 4, ...native } = own
  const { field } = props
  return (
    <FieldFrame {...frame}>
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
