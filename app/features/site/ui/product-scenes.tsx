import { useTranslation } from 'react-i18next'
import type { Waiting } from '#app/features/site/attention.server.ts'
import type { Deadline } from '#app/features/site/dashboard.server.ts'
import type { Figure } from '#app/features/site/figures.server.ts'
import { productName } from '#app/platform/product.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeadlineList } from './deadline-list.tsx'
import { FigureGrid } from './figure-grid.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The moment of the example, so that its deadlines are as near on every day. */
const now = Date.UTC(2026, 8, 14, 7)
const [hour, day] = [3_600_000, 86_400_000]
const timeZone = 'Europe/Helsinki'
const to = '/dashboard'
const euros = (cents: number) => [{ currency: 'EUR' as const, cents }]

const figures: Figure[] = [
  { name: 'committed', value: euros(28_319_075), to },
  { name: 'held', value: euros(15_600_000), to },
  { name: 'released', value: euros(4_200_000), to },
]

/**
 * The dashboard as it is: its own components with the figures of an example, drawn by the server, and so in the visitor's theme and language
 * without any picture to load. Nobody can press what is in it, and a caption describes it.
 */
export function ProductScenes() {
  const { t } = useTranslation('site')
  // Not among the texts of the site, which the dashboard loads.
  const { t: tScenes } = useTranslation('productscenes')
  const own = { isStep: false, timeZone } as const
  const waiting: Waiting[] = [
    { ...own, kind: 'payInvoice', title: t('landing.mock.shell'), to, at: null, on: '2026-09-16' },
    { ...own, kind: 'questions', title: t('landing.mock.frame'), to: `${to}?`, at: now + 5 * day, on: null },
  ]
  const deadlines: Deadline[] = [
    { kind: 'bidDeadline', title: t('landing.mock.demolition'), to, at: now + 2 * day + 5 * hour, timeZone },
    {
      ...{ kind: 'milestone', title: t('landing.mock.handover'), project: t('landing.mock.foundations') },
      ...{ to: `${to}?`, at: now + 9 * day, on: '2026-09-23' },
    },
  ]
  return (
    <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 sm:pb-20">
      <h2 className="text-3xl font-semibold tracking-tight">{tScenes('title')}</h2>
      <p className="mt-3 max-w-2xl text-base text-muted-foreground">{tScenes('text')}</p>
      <figure className="mt-10">
        <div
          inert=""
          className="flex flex-col gap-4 rounded-xl border border-border bg-background p-3 shadow select-none sm:gap-5 sm:p-6"
        >
          <div className="flex items-center justify-between gap-3">
            <span className="text-sm font-semibold">{productName}</span>
            <Badge tone="info">{tScenes('example')}</Badge>
          </div>
          <FigureGrid side="client" figures={figures} />
          <div className="grid items-start gap-4 sm:gap-5 lg:grid-cols-2">
            <Card title={t('dashboard.waiting.title')} flush>
              <WaitingList rows={waiting} now={now} />
            </Card>
            <Card title={t('dashboard.deadlines.title')} flush>
              <DeadlineList deadlines={deadlines} now={now} />
            </Card>
          </div>
        </div>
        <figcaption className="mt-3 text-sm text-muted-foreground">{tScenes('caption')}</figcaption>
      </figure>
    </section>
  )
}
