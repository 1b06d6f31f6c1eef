import { LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '#app/ui/classes.ts'

/** "Loading page..." with a spinner; fills the window with `full`. */
export function Loading({ full, label }: { full?: boolean; label?: string }) {
  const { t } = useTranslation('ui')
  return (
    <div
      role="status"
      className={classes(
        'flex items-center justify-center gap-3 text-sm text-muted-foreground',
        full ? 'min-h-dvh' : 'py-12',
      )}
    >
      <LoaderCircle aria-hidden className="size-5 animate-spin text-primary" />
      {label ?? t('loadingPage')}
    </div>
  )
}
