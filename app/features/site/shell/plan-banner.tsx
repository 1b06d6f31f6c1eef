import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { ShellData } from './shell.server.ts'

/** Says on every page how long the workspace stays open without a payment, or that it is read-only, and leads to what helps. */
export function PlanBanner({ plan: { kind, days } }: { plan: NonNullable<ShellData['plan']> }) {
  const { t } = useTranslation('shell')
  const isThere = useLocation().pathname.startsWith('/billing')
  const text = kind === 'over' ? t('plan.over') : t(`plan.${kind}`, { count: days })
  return (
    <Alert
      tone={kind === 'trial' ? 'info' : 'warning'}
      className="mb-6 print:hidden"
      actions={
        !isThere && (
          <ButtonLink to="/billing" size="sm" variant={kind === 'trial' ? 'outline' : 'primary'}>
            {t(kind === 'overdue' ? 'plan.pay' : 'plan.choose')}
          </ButtonLink>
        )
      }
    >
      {text}
    </Alert>
  )
}
