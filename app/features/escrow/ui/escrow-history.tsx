import { useTranslation } from 'react-i18next'
import type { EscrowDetail } from '#app/features/escrow/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

/** The steps of a contract's milestones, newest first. */
export function EscrowHistory({ events }: { events: EscrowDetail['events'] }) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  if (events.length === 0) return null
  return (
    <Card title={t('detail.history')}>
      <Timeline
        entries={events.map((event) => ({
          id: event.id,
          title:
            event.title === null
              ? t(eventKey(event.action))
              : t('event.of', { event: t(eventKey(event.action)), title: event.title }),
          by: event.actorName ?? t('event.system'),
          time: <time dateTime={new Date(event.at).toISOString()}>{format.dateTime(event.at)}</time>,
          body: event.note && <p className="whitespace-pre-line">{event.note}</p>,
        }))}
      />
    </Card>
  )
}

const eventNames = [
  'fund',
  'submit',
  'approve',
  'request_changes',
  'release',
  'request_refund',
  'consent_refund',
  'refuse_refund',
  'cancel_refund',
  'dispute',
  'resolve',
  'settle',
  'terminate',
  'release_retention',
  'dispute_retention',
  'resolve_retention',
  'settle_retention',
] as const

function eventKey(action: string) {
  const name = eventNames.find((one) => one === action)
  return name ? (`event.${name}` as const) : 'event.remind'
}
