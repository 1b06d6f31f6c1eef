import { FolderPlus, Search, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ActivityRow } from '#app/features/site/activity.server.ts'
import type { DashboardAlert } from '#app/features/site/alerts.ts'
import type { Waiting } from '#app/features/site/attention.server.ts'
import type { Deadline } from '#app/features/site/dashboard.server.ts'
import type { AgeingChart, Figure } from '#app/features/site/figures.server.ts'
import type { GuideStep } from '#app/features/site/guide.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ActivityList } from './activity-list.tsx'
import { AgeingBars } from './ageing-bars.tsx'
import { AlertList } from './alert-list.tsx'
import { DeadlineList } from './deadline-list.tsx'
import { FigureGrid } from './figure-grid.tsx'
import { FirstRun, PutAway } from './first-run.tsx'
import { SampleCard } from './sample-card.tsx'
import { WaitingList } from './waiting-list.tsx'

type Props = {
  now: number
  name: string
  canInvite: boolean
  /** The company's sample project, if it has loaded it. */
  sample: { id: string; canRemove: boolean } | null
  figures: { client: Figure[]; provider: Figure[] }
  alerts: DashboardAlert[]
  ageing: AgeingChart[]
  waiting: Waiting[]
  deadlines: Deadline[]
  activity: ActivityRow[]
  guide: GuideStep[] | null
  /** The viewer has put it away. */
  guideIsAway: boolean
}

/** Key figures, deadlines, activity, and next steps. */
export function DashboardView(props: Props) {
  const { now, name, canInvite, sample, guide, figures, alerts, ageing, waiting, deadlines, activity } = props
  const { t } = useTranslation('site')
  return (
    <div className="flex flex-col gap-6">
      {guide && <FirstRun name={name} steps={guide} />}
      {sample && <SampleCard {...sample} />}
      {alerts.length > 0 && <AlertList alerts={alerts} />}
      {waiting.length > 0 && (
        <Card id="waiting" title={t('dashboard.waiting.title')} flush>
          <WaitingList rows={waiting} now={now} />
        </Card>
      )}
      <FigureGrid side="client" figures={figures.client} />
      <FigureGrid side="provider" figures={figures.provider} />
      {!guide && (
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
        <div className="flex min-w-0 flex-col gap-6">
          <Card id="deadlines" title={t('dashboard.deadlines.title')} flush>
            <DeadlineList deadlines={deadlines} now={now} />
          </Card>
          {ageing.map((chart) => (
            <AgeingBars key={chart.direction} {...chart} />
          ))}
        </div>
        <Card title={t('dashboard.activity.title')} flush>
          <ActivityList rows={activity} now={now} />
        </Card>
      </div>
      {props.guideIsAway && <PutAway away={false} />}
    </div>
  )
}
