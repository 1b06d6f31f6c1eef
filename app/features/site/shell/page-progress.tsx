import { useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'

/** Shown while the next page loads: a progress bar and, after a while, a text. Only with JavaScript. */
export function PageProgress() {
  const { t } = useTranslation('ui')
  const loading = useNavigation().state === 'loading'
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 print:hidden">
      {loading && (
        <div className="page-progress">
          <div className="h-0.5 bg-primary" />
          <p className="mx-auto mt-3 w-max rounded-full border border-border bg-popover px-3.5 py-1.5 text-sm text-popover-foreground shadow">
            {t('loadingPage')}
          </p>
        </div>
      )}
    </div>
  )
}
