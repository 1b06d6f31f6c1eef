import { Banknote, FolderKanban, FolderPlus, Gavel, Search, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ActivityRow } from '#app/features/site/activity.server.ts'
import type { Waiting } from '#app/features/site/attention.server.ts'
import type { Deadline } from '#app/features/site/dashboard.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { ActivityList } from './activity-list.tsx'
import { DeadlineList } from './deadline-list.tsx'
import { FirstRun } from './first-run.tsx'
import { WaitingList } from './waiting-list.tsx'

type Props = {
  now: number
  name: string
  organization: boolean
  canInvite: boolean
  projects: { active: number; open: number } | null
  revenue: { currency: string; cents: number }[] | null
  offers: { sent: number; received: number } | null
  waiting: Waiting[]
  deadlines: Deadline[]
  activity: ActivityRow[]
  isFirstRun: boolean
}

/** Key figures, deadlines, activity, and next steps. */
export function DashboardView(props: Props) {
  const { now, name, organization, canInvite, projects, revenue, offers, waiting, deadlines, activity } = props
  const { t } = useTranslation('site')
  const { money, number } = useFormat()
  const earned = revenue?.length === 0 ? [{ currency: 'EUR', cents: 0 }] : revenue
  const figures = [projects, revenue, offers].filter((figure) => figure !== null).length
  return (
    <div className="flex flex-col gap-6">
      {props.isFirstRun && <FirstRun name={name} organization={organization} canInvite={canInvite} />}
      {waiting.length > 0 && (
        <Card title={t('dashboard.waiting.title')} flush>
          <WaitingList rows={waiting} now={now} />
        </Card>
      )}
      {(figures === 1 || figures === 2 || figures === 3) && (
        <section aria-label={t('dashboard.figures')}>
          <StatGrid count={figures}>
            {projects && (
              <Stat
                label={t('dashboard.activeProjects')}
                value={number(projects.active)}
                note={t('dashboard.activeNote', { count: projects.open })}
                icon={FolderKanban}
                to="/projects"
              />
            )}
            {earned && (
              <Stat
                label={t('dashboard.totalRevenue')}
                value={
                  <span className="flex flex-wrap gap-x-3">
                    {earned.map(({ currency, cents }) => (
                      <span key={currency}>{money(cents, currency)}</span>
                    ))}
                  </span>
                }
                note={t('dashboard.revenueNote')}
                icon={Banknote}
                to="/invoicing"
              />
            )}
            {offers && (
              <Stat
                label={t('dashboard.pendingOffers')}
                value={number(offers.sent + offers.received)}
                note={t('dashboard.pendingNote', offers)}
                icon={Gavel}
                to="/bids"
              />
            )}
          </StatGrid>
        </section>
      )}
      {!props.isFirstRun && (
        <section aria-label={t('dashboard.quick.title')} className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <ButtonLink to="/projects/new" icon={FolderPlus}>
            {t('dashboard.quick.create')}
          </ButtonLink>
          <ButtonLink to="/projects?view=open" variant="outline" icon={Search}>
            {t('dashboard.quick.browse')}
          </ButtonLink>
          {canInvite && (
            <ButtonLink to="/team" variant="outline" icon={UserPlus}>
              {t('dashboard.quick.invite')}
            </ButtonLink>
          )}
        </section>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={t('dashboard.deadlines.title')} flush>
          <DeadlineList deadlines={deadlines} now={now} />
        </Card>
        <Card title={t('dashboard.activity.title')} flush>
          <ActivityList rows={activity} now={now} />
        </Card>
      </div>
    </div>
  )
}
