import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { classes } from '#app/ui/classes.ts'
import { type ControlProps, FieldFrame, framed, initialText } from './field-frame.tsx'
import { inputClass } from './input-class.ts'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectGroup {
  label: string
  options: readonly SelectOption[]
}

export interface SelectProps
  extends ControlProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof ControlProps | 'defaultValue' | 'multiple' | 'size'> {
  options: ReadonlyArray<SelectOption | SelectGroup>
  defaultValue?: string | number | null
  /** Text of an empty first option: "Choose one" or "All". */
  placeholder?: string
}

/** A native select, which works best on every phone. */
export function Select(props: SelectProps) {
  const { control, frame, own } = framed(props)
  const { defaultValue, options, placeholder, ...native } = own
  return (
    <FieldFrame {...frame}>
      <div className="relative flex items-center">
        <select
          key={control.key}
          {...native}
          {...control.attributes}
          {...(native.value === undefined && { defaultValue: initialText(props.field, defaultValue) })}
          className={classes(inputClass, 'cursor-pointer appearance-none truncate pe-9')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) =>
            'options' in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.options.map(optionElement)}
              </optgroup>
            ) : (
              optionElement(option)
            ),
          )}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3 size-4 text-muted-foreground" />
      </div>
    </FieldFrame>
  )
}

function optionElement({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}
