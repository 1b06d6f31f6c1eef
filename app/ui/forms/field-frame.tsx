import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#app/ui/classes.ts'
import { FieldErrors } from './field-errors.tsx'

/** The part of conform's FieldMetadata that a control needs; any `fields.title` fits. */
export interface FieldMeta {
  id: string
  name: string
  key?: string | undefined
  initialValue?: unknown
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  min?: string | number | undefined
  max?: string | number | undefined
  step?: string | number | undefined
  pattern?: string | undefined
}

/** Props that every control shares: either `field` from conform, or `name` with `defaultValue` and `errors`. */
export interface ControlProps {
  field?: FieldMeta
  name?: string
  /** The id of the input; by default conform's, else the name. */
  id?: string
  label: ReactNode
  /** Shows the label to screen readers only, when the context makes it clear (a search box). */
  labelHidden?: boolean
  hint?: ReactNode
  /** Translation keys or plain texts. */
  errors?: readonly string[]
  /** They stand over the whole row (`RowErrors`), not in this cell of it. */
  errorsInRow?: boolean
  required?: boolean
  /** Shows "(optional)" beside the label. */
  optional?: boolean
  /** For the whole field, to place it in a grid. */
  className?: string
}

export interface Control {
  key: string | undefined
  id: string
  name: string | undefined
  required: boolean | undefined
  errors: readonly string[]
  hintId: string | undefined
  errorId: string | undefined
  /** `id`, `name`, `required` and ARIA attributes to spread on the input. */
  attributes: {
    id: string
    name: string | undefined
    required: boolean | undefined
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }
}

/** The ids, name and ARIA attributes of a control, from its own props or else from conform. */
export function controlOf({ field, name, id, hint, errors, required }: ControlProps): Control {
  const controlId = id ?? field?.id ?? name ?? ''
  const messages = errors ?? field?.errors ?? []
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = messages.length > 0 ? `${controlId}-error` : undefined
  const need = required ?? field?.required
  const inputName = name ?? field?.name
  return {
    key: field?.key,
    id: controlId,
    name: inputName,
    required: need,
    errors: messages,
    hintId,
    errorId,
    attributes: {
      id: controlId,
      name: inputName,
      required: need,
      'aria-invalid': errorId ? true : undefined,
      'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    },
  }
}

/** Splits a control's props into the control, the props of its frame, and its own. */
export function framed<Props extends ControlProps>(props: Props) {
  const { field, name, id, label, labelHidden, hint, errors, errorsInRow, required, optional, className, ...own } =
    props
  const control = controlOf({ field, name, id, label, hint, errors, required })
  const framedControl = errorsInRow ? { ...control, errors: [] } : control
  return { control, frame: { control: framedControl, label, labelHidden, hint, optional, className }, own }
}

/** A field's initial text: the override, else the user's input or the stored value. */
export function initialText(
  field: FieldMeta | undefined,
  defaultValue: string | number | null | undefined,
): string | undefined {
  const value = defaultValue ?? field?.initialValue
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The initial values of a checkbox group. */
export function initialTexts(
  field: FieldMeta | undefined,
  defaultValue: readonly string[] | undefined,
): readonly string[] {
  const value: unknown = defaultValue ?? field?.initialValue
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string')
  return typeof value === 'string' ? [value] : []
}

export function OptionalMark() {
  const { t } = useTranslation('ui')
  return <span className="font-normal text-muted-foreground"> {t('optional')}</span>
}

type FrameProps = Pick<ControlProps, 'label' | 'labelHidden' | 'hint' | 'optional' | 'className'> & {
  control: Control
  labelEnd?: ReactNode
  children: ReactNode
}

/** Label, hint, control and errors, in this order and evenly spaced. */
export function FieldFrame({ control, label, labelHidden, labelEnd, hint, optional, className, children }: FrameProps) {
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={control.id} className="text-sm font-medium text-foreground">
          {label}
          {optional && <OptionalMark />}
        </label>
        {labelEnd}
      </div>
      {hint && (
        <p id={control.hintId} className="-mt-1 text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {children}
      <FieldErrors id={control.errorId} errors={control.errors} />
    </div>
  )
}
