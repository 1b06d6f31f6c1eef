import { useTranslation } from 'react-i18next'
import type { Billing } from '#app/features/plans/queries.server.ts'
import { Card } from '#app/ui/card.tsx'
import { classes } from '#app/ui/classes.ts'

/** How much the company uses of what its plan limits. */
export function UseCard({ use }: Pick<Billing, 'use'>) {
  const { t } = useTranslation('billing')
  return (
    <Card title={t('heading.use')}>
      <ul className="flex flex-col gap-4 text-sm">
        {use.map(({ name, used, limit, since }) => (
          <li key={name} className="flex flex-col gap-1.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>{t(since === 'trial' ? 'use.trialBids' : `use.${name}`)}</span>
              <span className="font-medium tabular-nums">
                {limit === null ? t('use.unlimited', { used }) : t('use.of', { used, limit })}
              </span>
            </div>
            {limit !== null && (
              <svg aria-hidden viewBox="0 0 100 2" preserveAspectRatio="none" className="h-1.5 w-full rounded-full">
                <rect width="100" height="2" className="fill-muted" />
                <rect
                  width={limit === 0 ? 100 : Math.min(100, (100 * used) / limit)}
                  height="2"
                  className={classes(used >= limit ? 'fill-warning' : 'fill-primary')}
                />
              </svg>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
