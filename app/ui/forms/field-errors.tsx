import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useText } from '#app/ui/text.ts'

/** The errors of a field: translation keys or plain texts. */
export function FieldErrors({ id, errors }: { id: string | undefined; errors: readonly string[] }) {
  const { t } = useTranslation('ui')
  const text = useText()
  if (errors.length === 0) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-destructive">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <span className="sr-only">{t('errorPrefix')} </span>
        {errors.map((error) => text(error)).join(' ')}
      </span>
    </p>
  )
}
