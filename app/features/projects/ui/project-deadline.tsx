import { useTranslation } from 'react-i18next'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { deadlineText } from '#app/i18n/deadline-text.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

const soon = 3 * 86_400_000

type Project = { status: ProjectStatus; bidDeadline: number; timeZone: string | null }

/** The time left for bids, and the deadline with its time zone (`deadlineText`). */
export function ProjectDeadline({ project, now }: { project: Project; now: number }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  const { t: tUi } = useTranslation('ui')
  const moment = deadlineText(project.bidDeadline, project.timeZone, format, tUi)
  return formatDeadline(project, now, format, t('deadline.passed'), moment)
}

/** `ProjectDeadline` without hooks, for long lists that look up texts and formats once for all rows. */
export function formatDeadline(
  project: Omit<Project, 'timeZone'>,
  now: number,
  format: Format,
  passed: string,
  moment: string,
) {
  const { status, bidDeadline } = project
  const isRunning = (status === 'open' || status === 'draft') && isBeforeDeadline(now, bidDeadline)
  const isUrgent = status === 'open' && isRunning && bidDeadline - now < soon
  const distance = isRunning ? format.relative(bidDeadline, now) : status === 'open' ? passed : null
  return (
    <span className="deadline">
      {distance && <span className={isUrgent ? 'text-warning' : undefined}>{distance}</span>}
      <time dateTime={new Date(bidDeadline).toISOString()}>{moment}</time>
    </span>
  )
}
