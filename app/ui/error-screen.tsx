import { useLocation } from '@remix-run/react'
import { House, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { LogoMark } from '#app/ui/logo.tsx'

/** The page for a failure or a missing page: what happened, what to do, and the request id for support. */
export function ErrorScreen({
  status,
  title,
  children,
  requestId,
  full,
  back,
}: {
  status?: number
  /** "Oops! Something went wrong" by default. */
  title?: ReactNode
  children?: ReactNode
  requestId?: string | null
  /** Fills the whole window, when there is no shell around it. Within the shell, going on keeps the document. */
  full?: boolean
  /** Where to go on, in place of trying again: for what asking again cannot change. */
  back?: ReactNode
}) {
  const { t } = useTranslation('ui')
  const location = useLocation()
  return (
    <div className={full ? 'grid min-h-dvh place-items-center px-4 py-12' : 'grid place-items-center px-4 py-16'}>
      <div className="flex w-full max-w-md flex-col items-center text-center">
        <LogoMark className="size-10" />
        {status !== undefined && (
          <p className="mt-6 text-sm font-medium text-muted-foreground tabular-nums">{t('error.status', { status })}</p>
        )}
        <h1 className="mt-2 text-2xl font-semibold tracking-tight text-balance">{title ?? t('error.title')}</h1>
        <div className="mt-2 text-base text-balance text-muted-foreground sm:text-sm">
          {children ?? t('error.text')}
        </div>
        <div className="mt-6 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          {back === undefined ? (
            <ButtonLink to={location.pathname + location.search} replace reloadDocument={full} icon={RotateCw}>
              {t('error.tryAgain')}
            </ButtonLink>
          ) : (
            back
          )}
          <ButtonLink to={full ? '/' : '/dashboard'} reloadDocument={full} variant="outline" icon={House}>
            {t('error.goHome')}
          </ButtonLink>
        </div>
        {requestId && (
          <p className="mt-8 text-sm text-muted-foreground">
            {t('error.requestId')}{' '}
            <code className="font-mono text-foreground select-all wrap-anywhere">{requestId}</code>
          </p>
        )}
      </div>
    </div>
  )
}
