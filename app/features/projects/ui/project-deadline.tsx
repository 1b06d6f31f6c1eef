import { useTranslation } from 'react-i18next'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

const soon = 3 * 86_400_000

type Project = { status: ProjectStatus; bidDeadline: number }

/** The time left for bids and the deadline; only the date once it has passed. */
export function ProjectDeadline({ project, now, withTime }: { project: Project; now: number; withTime?: boolean }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  return formatDeadline(project, now, format, t('deadline.passed'), withTime)
}

/** `ProjectDeadline` without hooks, for long lists that look up texts and formats once for all rows. */
export function formatDeadline(project: Project, now: number, format: Format, passed: string, withTime?: boolean) {
  const { status, bidDeadline } = project
  const isRunning = (status === 'open' || status === 'draft') && isBeforeDeadline(now, bidDeadline)
  const isUrgent = status === 'open' && isRunning && bidDeadline - now < soon
  const distance = isRunning ? format.relative(bidDeadline, now) : status === 'open' ? passed : null
  return (
    <span className="deadline">
      {distance && <span className={isUrgent ? 'text-warning' : undefined}>{distance}</span>}
      <time dateTime={new Date(bidDeadline).toISOString()}>
        {withTime ? format.deadline(bidDeadline) : format.date(bidDeadline)}
      </time>
    </span>
  )
}
