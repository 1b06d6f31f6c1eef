import { Form, Link } from '@remix-run/react'
import { BellOff, CheckCheck, Settings2, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type HistoryFilter, historyPath } from '#app/features/notifications/history-filter.ts'
import type { NotificationRow } from '#app/features/notifications/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { notificationCategories } from '#db/vocabulary/notifications.ts'
import { NotificationItem } from './notification-item.tsx'

/** The user's notifications, newest first. */
export function NotificationHistory({
  filter,
  rows,
  next,
  unread,
  now,
}: {
  filter: HistoryFilter
  rows: readonly NotificationRow[]
  next: string | null
  unread: number
  now: number
}) {
  const { t } = useTranslation('notifications')
  const filtered = filter.category !== null || filter.unreadOnly || filter.before !== null
  const here = historyPath(filter)
  return (
    <div className="flex flex-col gap-4">
      <Filters filter={filter} />
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto text-sm text-muted-foreground tabular-nums max-sm:basis-full">
          {unread > 99 ? t('unreadMany') : t('unread', { count: unread })}
        </p>
        {unread > 0 && (
          <Form method="post" action={here}>
            <SubmitButton name="intent" value="mark-all-read" variant="outline" size="sm" icon={CheckCheck}>
              {t('markAllRead')}
            </SubmitButton>
          </Form>
        )}
        {rows.length > 0 && (
          <ButtonLink to="/notifications/clear" variant="outline" size="sm" icon={Trash2}>
            {t('clear.open')}
          </ButtonLink>
        )}
        <ButtonLink to="/notifications/settings" variant="outline" size="sm" icon={Settings2}>
          {t('settings')}
        </ButtonLink>
      </div>
      {rows.length > 0 ? (
        <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
          {rows.map((row) => (
            <NotificationItem key={row.id} notification={row} now={now} action={here} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={BellOff}
          title={filtered ? t('empty.filtered') : t('empty.title')}
          action={
            filtered ? (
              <ButtonLink to="/notifications" variant="outline">
                {t('empty.showAll')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/projects">{t('empty.action')}</ButtonLink>
            )
          }
        >
          {filtered ? t('empty.filteredText') : t('empty.text')}
        </EmptyState>
      )}
      <Pagination
        previous={filter.before ? historyPath({ ...filter, before: null }) : null}
        next={next ? historyPath({ ...filter, before: next }) : null}
      />
    </div>
  )
}

function Filters({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation('notifications')
  const chip = (to: string, label: string, current: boolean) => (
    <Link
      key={to + label}
      to={to}
      aria-current={current ? 'true' : undefined}
      className={classes(
        'flex min-h-9 items-center rounded-full border px-3.5 text-sm font-medium whitespace-nowrap transition-colors sm:min-h-8',
        current
          ? 'border-primary bg-primary/12 text-foreground'
          : 'border-border text-muted-foreground hover:border-input hover:text-foreground',
      )}
    >
      {label}
    </Link>
  )
  return (
    <nav aria-label={t('filter.label')} className="flex flex-wrap gap-2">
      {chip(historyPath({ ...filter, category: null, before: null }), t('filter.all'), filter.category === null)}
      {notificationCategories.map((category) =>
        chip(
          historyPath({ ...filter, category, before: null }),
          t(`category.${category}`),
          filter.category === category,
        ),
      )}
      <span aria-hidden className="mx-1 hidden w-px self-stretch bg-border sm:block" />
      {chip(
        historyPath({ ...filter, unreadOnly: !filter.unreadOnly, before: null }),
        t('filter.unread'),
        filter.unreadOnly,
      )}
    </nav>
  )
}
