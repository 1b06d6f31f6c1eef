import { Check } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

export interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  type: 'checkbox' | 'radio'
  label: ReactNode
  hint?: ReactNode
  hintId?: string
  /** In its own frame, highlighted when chosen. */
  card?: boolean
}

/**
 * A checkbox or radio button with its label; the whole line is clickable. Used by Checkbox, CheckboxGroup and
 * RadioGroup.
 */
export function Choice({ type, label, hint, hintId, card, className, ...input }: ChoiceProps) {
  return (
    <label
      className={classes(
        'group flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-base has-disabled:cursor-not-allowed has-disabled:opacity-60 sm:min-h-8 sm:gap-2.5 sm:py-1.5 sm:text-sm',
        card &&
          'rounded-md border border-border bg-card px-4 py-3 hover:border-input has-checked:border-primary has-checked:bg-primary/8 sm:px-3.5 sm:py-3',
        className,
      )}
    >
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center sm:size-4.5">
        <input
          type={type}
          {...input}
          className={classes(
            'peer size-full cursor-[inherit] appearance-none border border-input bg-card transition-colors group-hover:border-foreground/50 checked:border-primary checked:bg-primary aria-invalid:border-destructive forced-colors:appearance-auto',
            type === 'radio' ? 'rounded-full' : 'rounded-sm',
          )}
        />
        {type === 'checkbox' ? (
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-primary-foreground opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        ) : (
          <span className="pointer-events-none absolute size-2 rounded-full bg-primary-foreground opacity-0 peer-checked:opacity-100 forced-colors:hidden" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className={card || hint ? 'font-medium' : undefined}>{label}</span>
        {hint && (
          <span id={hintId} className="mt-0.5 block text-sm text-muted-foreground">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
