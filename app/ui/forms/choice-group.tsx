import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { Choice } from './choice.tsx'
import { FieldErrors } from './field-errors.tsx'
import { type ControlProps, controlOf, OptionalMark } from './field-frame.tsx'

export interface ChoiceOption {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface ChoiceGroupProps extends ControlProps {
  options: readonly ChoiceOption[]
  /** `stack`: below each other; `inline`: side by side; `cards`: framed in a grid. */
  layout?: 'stack' | 'inline' | 'cards'
}

const layouts = {
  stack: 'mt-1 flex flex-col',
  inline: 'mt-1 flex flex-wrap gap-x-6',
  cards: 'mt-2 grid gap-3 sm:grid-cols-2',
}

/** A fieldset of choices. The first one has the field's id, so that an error summary can link to it. */
export function ChoiceGroup({
  type,
  initially,
  options,
  layout = 'stack',
  ...props
}: ChoiceGroupProps & { type: 'checkbox' | 'radio'; initially: readonly string[] }) {
  const { label, labelHidden, hint, optional, className } = props
  const control = controlOf(props)
  return (
    <fieldset
      key={control.key}
      aria-describedby={control.attributes['aria-describedby']}
      className={classes('min-w-0', className)}
    >
      <legend className={labelHidden ? 'sr-only' : 'text-sm font-medium text-foreground'}>
        {label}
        {optional && <OptionalMark />}
      </legend>
      {hint && (
        <p id={control.hintId} className="mt-0.5 text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      <div className={layouts[layout]}>
        {options.map((option, index) => {
          const id = index === 0 ? control.id : `${control.id}-${option.value}`
          return (
            <Choice
              key={option.value}
              type={type}
              id={id}
              name={control.name}
              value={option.value}
              label={option.label}
              hint={option.hint}
              hintId={`${id}-option-hint`}
              aria-describedby={option.hint ? `${id}-option-hint` : undefined}
              disabled={option.disabled}
              card={layout === 'cards'}
              required={type === 'radio' ? control.required : undefined}
              aria-invalid={control.attributes['aria-invalid']}
              defaultChecked={initially.includes(option.value)}
            />
          )
        })}
      </div>
      <div className={control.errorId && 'mt-1.5'}>
        <FieldErrors id={control.errorId} errors={control.errors} />
      </div>
    </fieldset>
  )
}
