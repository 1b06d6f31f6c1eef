import { useTranslation } from 'react-i18next'
import type { ProjectListRow } from '#app/features/projects/list-queries.server.ts'
import { useListDeadline } from '#app/i18n/deadline-text.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { formatDeadline } from './project-deadline.tsx'
import { projectTones } from './project-status.tsx'

type Translate = ReturnType<typeof useTranslation<['projects', 'projectlist']>>['t']

/** A list of projects; each row links to its project. Markup per row is minimal: styles and icons are in rows.css. */
export function ProjectList({
  rows,
  now,
  scope,
}: {
  rows: readonly ProjectListRow[]
  now: number
  scope: 'open' | 'own'
}) {
  const { t } = useTranslation(['projects', 'projectlist'])
  const format = useFormat()
  const deadline = useListDeadline()
  return (
    <div className="@container">
      <ul className="project-rows divide-y divide-border overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
        {rows.map((row) => projectRow(row, now, scope, t, format, deadline))}
      </ul>
    </div>
  )
}

/** A function instead of a component, because hooks in every row would cost more than the row itself. */
function projectRow(
  row: ProjectListRow,
  now: number,
  scope: 'open' | 'own',
  t: Translate,
  format: Format,
  deadline: ReturnType<typeof useListDeadline>,
) {
  return (
    <li key={row.id}>
      <div className="project-what">
        <CategoryIcon category={row.category} />
        <div>
          <h3>
            <a href={`/projects/${row.id}`}>{row.title}</a>
          </h3>
          <p className="project-place">
            <span>{row.location}</span>
            <span>{t(`category.${row.category}`)}</span>
            {scope === 'open' && <span>{row.companyName}</span>}
          </p>
          <p>{row.excerpt}</p>
        </div>
      </div>
      <div className="project-state">
        <div>
          {row.isSample && <Badge tone="info">{t('projectlist:sample')}</Badge>}
          {row.invitedOnly && <Badge>{t('bidding.invited')}</Badge>}
          {scope === 'own' || !row.own ? (
            <StatusBadge status={row.status} tone={projectTones[row.status]}>
              {t(`status.${row.status}`)}
            </StatusBadge>
          ) : (
            <Badge>{t('projectlist:yours')}</Badge>
          )}
        </div>
        <div className="project-until">
          <span className="sr-only">{t('field.bidDeadline')}</span>
          {formatDeadline(row, now, format, t('deadline.passed'), deadline(row.bidDeadline, row.timeZone))}
        </div>
        <div className="project-price">
          <span>{`${t('field.budget')} `}</span>
          {row.budgetCents === null ? (
            <span className="is-open">{t('budget.open')}</span>
          ) : (
            <span>{format.money(row.budgetCents, row.currency, { decimals: false })}</span>
          )}
        </div>
      </div>
    </li>
  )
}
