import { useTranslation } from 'react-i18next'
import type { ContractDetail } from '#app/features/contracts/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

/** The steps of a contract, latest first. */
export function ContractHistory({ events }: Pick<ContractDetail, 'events'>) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  if (events.length === 0) return null
  return (
    <Card title={t('detail.history')} className="print:hidden">
      <Timeline
        entries={events.map((event) => ({
          id: event.id,
          title: t(`event.${event.action}`),
          by: event.actorName ?? t('event.system'),
          time: <time dateTime={new Date(event.at).toISOString()}>{format.dateTime(event.at)}</time>,
          body: event.reason,
        }))}
      />
    </Card>
  )
}
