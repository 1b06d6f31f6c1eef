import { Form } from '@remix-run/react'
import {
  CirclePlay,
  type LucideIcon,
  Phone,
  PhoneIncoming,
  PhoneMissed,
  PhoneOutgoing,
  Radio,
  Video,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type CallLogRow, callDuration, maxNoteLength } from '#app/features/calls/call-log.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { CallDirection } from '#db/vocabulary/calls.ts'

const icons: Record<CallDirection, LucideIcon> = {
  incoming: PhoneIncoming,
  outgoing: PhoneOutgoing,
  missed: PhoneMissed,
}

/** One call of the history, with the person's own note, where its form is sent if they may write one, and the way to call back. */
export function CallRow({ call, noteTo }: { call: CallLogRow; noteTo: string | null }) {
  const { t } = useTranslation('calls')
  const format = useFormat()
  const { direction, kind, callType, durationSeconds, reason, name, people, note } = call
  const Icon = icons[direction]
  const isBroadcast = callType === 'broadcast'
  const Kind = isBroadcast ? Radio : callType === 'video' ? Video : Phone
  const facts = [
    t(`direction.${direction}`),
    durationSeconds > 0 ? callDuration(durationSeconds) : null,
    reason !== null && reason !== 'hung_up' ? t(`reason.${reason}`) : null,
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <Icon
        aria-hidden
        className={classes(
          'mt-1 size-4.5 shrink-0',
          direction === 'missed' ? 'text-destructive' : 'text-muted-foreground',
        )}
      />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <Badge icon={Kind}>{t(`type.${callType}`)}</Badge>
          {kind !== 'direct' && !isBroadcast && <Badge>{t('group')}</Badge>}
          {call.recorded && <Badge>{t('recorded')}</Badge>}
        </p>
        <p className="text-sm text-muted-foreground tabular-nums">
          <time dateTime={new Date(call.startedAt).toISOString()}>{format.dateTime(call.startedAt)}</time>
          {' · '}
          {facts.filter((fact) => fact !== null).join(' · ')}
        </p>
        {kind !== 'direct' && people.length > 0 && (
          <p className="text-sm wrap-anywhere text-muted-foreground">{t('with', { names: format.list(people) })}</p>
        )}
        {call.recordings.map(({ id, isReady, durationSeconds }) =>
          isReady ? (
            <TextLink key={id} to={`/calls/recordings/${id}`} block className="me-4 gap-1.5 text-sm">
              <CirclePlay aria-hidden className="size-4" />
              {t('recording.play', { time: callDuration(durationSeconds) })}
            </TextLink>
          ) : (
            <p key={id} className="text-sm text-muted-foreground">
              {t('recording.finishing')}
            </p>
          ),
        )}
        {note && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
        {noteTo !== null && !isBroadcast && (
          <details className="mt-1">
            <summary className="w-fit cursor-pointer py-1 text-sm text-muted-foreground hover:text-foreground">
              {note ? t('note.edit') : t('note.add')}
            </summary>
            <Form method="post" action={noteTo} className="mt-2 flex max-w-lg flex-col items-start gap-2">
              <input type="hidden" name="call_id" value={call.id} />
              <TextArea
                id={`note-${call.id}`}
                name="notes"
                label={t('note.label')}
                hint={t('note.hint')}
                defaultValue={note}
                maxLength={maxNoteLength}
                rows={3}
                className="w-full"
              />
              <SubmitButton variant="secondary" size="sm">
                {t('note.save')}
              </SubmitButton>
            </Form>
          </details>
        )}
      </div>
      {isBroadcast && (
        <ButtonLink to={`/broadcasts/${call.id}`} variant="outline" size="sm" icon={Radio}>
          {t('openBroadcast')}
        </ButtonLink>
      )}
      {call.isMember && (
        <ButtonLink
          to={`/messages/${call.conversationId}`}
          variant="outline"
          size="sm"
          icon={Phone}
          data-call-back={call.conversationId}
          data-call-type={callType}
        >
          {t('callBack')}
        </ButtonLink>
      )}
    </li>
  )
}
