import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BillingPeriod } from '#app/features/site/plans.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classes } from '#app/ui/classes.ts'

/** Two links, because the period is part of the address. */
export function PeriodSwitch({ period }: { period: BillingPeriod }) {
  const { t } = useTranslation('site')
  const choice = (value: BillingPeriod, to: string, label: ReactNode) => (
    <Link
      to={to}
      aria-current={period === value ? 'true' : undefined}
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-md px-4 text-sm font-medium sm:min-h-9',
        period === value ? 'bg-primary text-primary-foreground' : 'text-muted-foreground hover:text-foreground',
      )}
    >
      {label}
    </Link>
  )
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
      <nav aria-label={t('pricing.period')} className="flex rounded-lg border border-border bg-card p-1">
        {choice('monthly', '/pricing', t('pricing.monthly'))}
        {choice('yearly', '/pricing?period=yearly', t('pricing.yearly'))}
      </nav>
      <Badge tone="success">{t('pricing.save')}</Badge>
    </div>
  )
}
