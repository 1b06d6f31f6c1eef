import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useText } from '#app/ui/text.ts'
import { useReportFailedForm } from './failed-form.ts'

export interface FieldError {
  /** The id of the invalid input; left out for errors of the whole form. */
  fieldId?: string
  message: string
}

/** The part of conform's FormMetadata that an error summary needs. */
export interface FormErrors {
  id: string
  allErrors: Record<string, readonly string[]>
}

/** The errors of a conform form with the ids of their inputs. */
export function errorsOf(form: FormErrors): FieldError[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => (name === '' ? { message } : { fieldId: `${form.id}-${name}`, message })),
  )
}

/**
 * Lists all errors above the form. It takes focus when it appears, and each line links to its field. Renders nothing
 * without errors.
 */
export function ErrorSummary({
  form,
  errors = form ? errorsOf(form) : [],
}: {
  form?: FormErrors
  errors?: readonly FieldError[]
}) {
  const { t } = useTranslation('ui')
  const text = useText()
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
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="inline-block py-0.5 font-medium text-destructive underline underline-offset-4"
              >
                {text(message)}
              </a>
            ) : (
              text(message)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
