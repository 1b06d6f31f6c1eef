import { CalendarPlus, Link2, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CallButtons } from './call-buttons.tsx'
import { WithoutScripts } from './without-scripts.tsx'

/** A call that is agreed on: when it is, the file for the calendar, and the call itself (CALL-17). */
export function CallTimePage({
  id,
  conversationId,
  title,
  place,
  proposerName,
  isDirect,
  durationMinutes,
  starts,
  isOver,
  isCancelled,
  mayCall,
  mayCancel,
}: {
  id: string
  conversationId: string
  title: string
  place: string
  proposerName: string
  isDirect: boolean
  durationMinutes: number
  starts: readonly number[]
  isOver: boolean
  isCancelled: boolean
  mayCall: boolean
  mayCancel: boolean
}) {
  const { t } = useTranslation('calltimes')
  const format = useFormat()
  return (
    <div className="flex max-w-reading flex-col gap-5">
      {mayCall && <WithoutScripts to={`/messages/${conversationId}`} />}
      {isCancelled && <Alert tone="warning">{t('page.cancelled')}</Alert>}
      {isOver && !isCancelled && <Alert tone="info">{t('page.over')}</Alert>}
      <Card title={title}>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {t('page.proposed', { name: proposerName })} · {place} · {t('minutes', { count: durationMinutes })}
        </p>
        <ul className="mt-3 flex flex-col gap-1 font-medium tabular-nums">
          {starts.map((start) => (
            <li key={start}>
              <time dateTime={new Date(start).toISOString()}>{format.deadline(start)}</time>
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink to={`/calls/times/${id}/calendar.ics`} icon={CalendarPlus} reloadDocument>
            {t('page.calendar')}
          </ButtonLink>
          {mayCall && isDirect && <CallButtons conversationId={conversationId} name={place} />}
          {mayCall && !isDirect && (
            <ButtonLink to={`/calls/join/${conversationId}`} variant="outline" icon={Link2}>
              {t('page.join')}
            </ButtonLink>
          )}
          <ButtonLink to={`/messages/${conversationId}`} variant="outline" icon={MessageSquare}>
            {t('page.conversation')}
          </ButtonLink>
          {mayCancel && (
            <ButtonLink to={`/calls/times/${id}/cancel`} variant="ghost">
              {t('page.cancel')}
            </ButtonLink>
          )}
        </div>
      </Card>
    </div>
  )
}
