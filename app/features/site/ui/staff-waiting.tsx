import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { StaffWaiting } from '#app/features/site/staff-attention.server.ts'
import { Card } from '#app/ui/card.tsx'

/** What waits for platform staff. */
export function StaffWaitingCard({ rows }: { rows: readonly StaffWaiting[] }) {
  const { t } = useTranslation(['staff', 'site'])
  return (
    <Card title={t('site:dashboard.waiting.title')} flush>
      <ul className="divide-y divide-border border-t border-border">
        {rows.map(({ kind, title, to, count }) => (
          <li key={kind + to} className="relative px-4 py-3 hover:bg-muted/50 sm:px-5">
            <Link to={to} className="block text-sm font-medium after:absolute after:inset-0">
              {t(`waiting.${kind}`, { count })}
            </Link>
            {title && <p className="truncate text-sm text-muted-foreground">{title}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
