import { Link } from '@remix-run/react'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Deadline } from '#app/features/site/dashboard.server.ts'
import { useListDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'

const soon = 3 * 86_400_000

/** The next deadlines; those within three days are highlighted. */
export function DeadlineList({ deadlines, now }: { deadlines: readonly Deadline[]; now: number }) {
  const { t } = useTranslation('site')
  const format = useFormat()
  const deadline = useListDeadline()
  if (deadlines.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={t('dashboard.deadlines.empty')} framed={false} headingLevel={3}>
        {t('dashboard.deadlines.emptyText')}
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-border border-t border-border">
      {deadlines.map(({ kind, title, project, to, at, timeZone, on }) => (
        <li
          key={kind + to + title}
          className="relative flex flex-col gap-1 px-4 py-3 hover:bg-muted/50 sm:flex-row sm:items-center sm:gap-4 sm:px-5"
        >
          <div className="min-w-0 sm:flex-1">
            <Link to={to} className="block truncate text-sm font-medium after:absolute after:inset-0">
              {title}
            </Link>
            <p className="text-sm text-muted-foreground">
              {t(`dashboard.deadlines.${kind}`, { project })}
              {kind === 'invoiceOut' && project && ` · ${project}`}
            </p>
          </div>
          <div className="text-sm tabular-nums sm:max-w-1/2 sm:text-end">
            <p className="font-medium">
              <time dateTime={on ?? new Date(at).toISOString()}>
                {on ? format.date(on) : deadline(at, timeZone ?? null)}
              </time>
            </p>
            <p className={classes(at - now < soon ? 'font-medium text-warning' : 'text-muted-foreground')}>
              {on ? format.relativeDay(on, now) : format.relative(at, now)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
