import { Link } from '@remix-run/react'
import { CalendarClock, ListChecks, type LucideIcon, Percent, Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DashboardAlert } from '#app/features/site/alerts.ts'
import { useFormat } from '#app/i18n/format.ts'

const icons: Record<DashboardAlert['kind'], LucideIcon> = {
  deadlines: CalendarClock,
  waiting: ListChecks,
  margin: Percent,
  revenue: Trophy,
}

/** The alerts, each of which leads to the rows that it is about. */
export function AlertList({ alerts }: { alerts: readonly DashboardAlert[] }) {
  const { t } = useTranslation('site')
  const { money, percent } = useFormat()
  function textOf(alert: DashboardAlert): string {
    if ('count' in alert) return t(`dashboard.alerts.${alert.kind}`, { count: alert.count })
    // Down to a whole per cent, so that what is just under the limit does not read as the limit.
    const whole = (basisPoints: number) => percent(Math.floor(basisPoints / 100) * 100)
    if (alert.kind === 'margin') return t('dashboard.alerts.margin', { margin: whole(alert.marginBp) })
    return t('dashboard.alerts.revenue', { amount: money(alert.cents, alert.currency, { decimals: false }) })
  }
  return (
    <ul aria-label={t('dashboard.alerts.title')} className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      {alerts.map((alert) => {
        const Icon = icons[alert.kind]
        return (
          <li key={alert.kind + ('currency' in alert ? alert.currency : '')}>
            <Link
              to={alert.to}
              className="flex min-h-11 items-center gap-2 rounded-md border border-border bg-card px-3 py-2 text-sm font-medium text-card-foreground hover:bg-muted/50"
            >
              <Icon
                aria-hidden
                className={`size-4 shrink-0 ${alert.kind === 'revenue' ? 'text-success' : 'text-warning'}`}
              />
              {textOf(alert)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
