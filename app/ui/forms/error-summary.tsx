import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useText } from '#app/ui/text.ts'
import { MessageHelp } from '#app/ui/text-link.tsx'
import { useReportFailedForm } from './failed-form.ts'

export interface FieldError {
  /** The id of the invalid input; left out for errors of the whole form. */
  fieldId?: string
  /** The label of the invalid input, so that "This field is required" says which. */
  label?: string | undefined
  message: string
}

/**
 * The label of each field by its name, in the order of the page; of a list also how a row (counted from 0) is called, and the
 * labels in it.
 */
export type FieldLabels = Record<string, string | ListLabels>
type ListLabels = { label: string; row: (index: number) => string; fields: Record<string, string> }

/** The part of conform's FormMetadata that an error summary needs. */
export interface FormErrors {
  id: string
  allErrors: Record<string, readonly string[]>
}

/** The errors of a conform form with the ids and labels of their inputs, in the order of the labels; those of a list row by row. */
export function errorsOf(
  { id, allErrors }: FormErrors,
  labels: FieldLabels,
  inRow: (row: string, label: string) => string,
): FieldError[] {
  const order = Object.keys(labels)
  const errors = Object.entries(allErrors).flatMap(([name, messages]) => {
    const [, list = name, index, field = ''] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(name) ?? []
    const known = labels[list]
    const inList = typeof known === 'object' ? Object.keys(known.fields) : []
    const place = [placeIn(order, list), index === undefined ? -1 : Number(index), placeIn(inList, field)]
    const at = { fieldId: `${id}-${name}`, label: labelOf(known, index, field, inRow) }
    return messages.map((message) => ({ place, error: name ? { ...at, message } : { message } }))
  })
  return errors.sort((a, b) => comparePlaces(a.place, b.place)).map(({ error }) => error)
}

const placeIn = (order: readonly string[], name: string): number =>
  order.includes(name) ? order.indexOf(name) : order.length

/** By the first number that differs: the field, the row, the field in the row. */
const comparePlaces = (a: readonly number[], b: readonly number[]): number =>
  a.map((number, at) => number - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0

function labelOf(
  known: FieldLabels[string] | undefined,
  index: string | undefined,
  field: string,
  inRow: (row: string, label: string) => string,
): string | undefined {
  if (typeof known !== 'object') return known
  if (index === undefined) return known.label
  const [row, label] = [known.row(Number(index)), known.fields[field]]
  return label ? inRow(row, label) : row
}

/**
 * Lists all errors above the form. It takes focus when it appears, and each line names its field and links to it. Renders
 * nothing without errors.
 */
export function ErrorSummary(props: { form: FormErrors; labels: FieldLabels } | { errors: readonly FieldError[] }) {
  const { t } = useTranslation('ui')
  const text = useText()
  const inRow = (row: string, label: string) => t('errorSummary.inRow', { row, label })
  const errors = 'errors' in props ? props.errors : errorsOf(props.form, props.labels, inRow)
  const box = useRef<HTMLDivElement>(null)
  const fingerprint = errors.map((error) => `${error.fieldId} ${error.message}`).join('\n')
  useEffect(() => {
    if (fingerprint) box.current?.focus()
  }, [fingerprint])
  useReportFailedForm(errors.length > 0)
  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript the browser itself brings the reader here
      autoFocus
      aria-labelledby="error-summary-title"
      className="rounded-md border border-destructive bg-destructive/8 px-4 py-3 text-foreground"
    >
      <h2 id="error-summary-title" className="flex items-center gap-2 text-base font-semibold">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-destructive" />
        {t('errorSummary.title')}
      </h2>
      <ul className="mt-1.5 flex flex-col gap-1 ps-6 text-sm">
        {errors.map(({ fieldId, label, message }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="inline-block py-0.5 font-medium text-destructive underline underline-offset-4"
              >
                {label ? t('errorSummary.entry', { label, message: text(message) }) : text(message)}
              </a>
            ) : (
              text(message)
            )}
            <MessageHelp message={message} />
          </li>
        ))}
      </ul>
    </div>
  )
}
