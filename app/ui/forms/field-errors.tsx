import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useText } from '#app/ui/text.ts'

type Props = {
  id: string | undefined
  errors: readonly string[]
  /** Of the field, where they do not stand below it. */
  label?: string
}

/** The errors of a field: translation keys or plain texts. */
export function FieldErrors({ id, errors, label }: Props) {
  const { t } = useTranslation('ui')
  const text = useText()
  if (errors.length === 0) return null
  const message = errors.map((error) => text(error)).join(' ')
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-destructive">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <span className="sr-only">{t('errorPrefix')} </span>
        {label ? t('errorSummary.entry', { label, message }) : message}
      </span>
    </p>
  )
}
