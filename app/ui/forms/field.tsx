import type { LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type ControlProps, FieldFrame, framed, initialText } from './field-frame.tsx'
import { inputClass } from './input-class.ts'

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps | 'defaultValue' | 'prefix'>

export interface FieldProps extends ControlProps, NativeProps {
  defaultValue?: string | number | null
  /** Shown inside the box before and after the value: a unit, a currency. */
  prefix?: ReactNode
  suffix?: ReactNode
  icon?: LucideIcon
  /** At the end of the label line, such as a "Forgot password?" link. */
  labelEnd?: ReactNode
}

/** A labelled input with its hint and its errors. */
export function Field(props: FieldProps) {
  const { control, frame, own } = framed(props)
  const { labelEnd, defaultValue, prefix, suffix, icon: Icon, type = 'text', ...native } = own
  const { field } = props
  const start = Icon ? <Icon aria-hidden className="size-4" /> : prefix
  return (
    <FieldFrame {...frame} labelEnd={labelEnd}>
      <div className="relative flex items-center">
        {start && <span className="pointer-events-none absolute start-3 text-sm text-muted-foreground">{start}</span>}
        <input
          key={control.key}
          type={type}
          minLength={field?.minLength}
          maxLength={field?.maxLength}
          min={field?.min}
          max={field?.max}
          step={field?.step}
          pattern={field?.pattern}
          {...native}
          {...control.attributes}
          {...(native.value === undefined && { defaultValue: initialText(field, defaultValue) })}
          className={classes(inputClass, Boolean(start) && 'ps-9', Boolean(suffix) && 'pe-14')}
        />
        {suffix && <span className="pointer-events-none absolute end-3 text-sm text-muted-foreground">{suffix}</span>}
      </div>
    </FieldFrame>
  )
}
