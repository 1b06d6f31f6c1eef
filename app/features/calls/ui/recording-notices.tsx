import { Circle, Disc, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { recordingFor } from '#app/features/calls/client/call-view.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Popover } from '#app/ui/media/popover.tsx'

type Props = { calls: Calls; state: CallState; current: CurrentCall }

/** What is asked before a recording begins, and of everybody else once it has: nobody is in it before they have agreed (CALL-14). */
export function RecordingNotices({ calls, state, current }: Props) {
  const { t } = useTranslation(['callscreen', 'ui'])
  const recording = recordingFor(current, state.viewerId)
  const confirm = () => {
    calls.show({ confirmingRecording: false })
    void calls.recording.start()
  }
  return (
    <>
      {current.confirmingRecording && !recording && (
        <Alert
          title={t('record.confirmTitle')}
          actions={
            <>
              <Button size="sm" icon={Disc} onClick={confirm}>
                {t('record.confirm')}
              </Button>
              <Button size="sm" variant="outline" onClick={() => calls.show({ confirmingRecording: false })}>
                {t('ui:cancel')}
              </Button>
            </>
          }
        >
          {t('record.confirmText')}
        </Alert>
      )}
      {recording && !recording.mine && recording.answer === 'none' && (
        <Alert
          tone="warning"
          title={t('record.title', { name: recording.name })}
          actions={
            <>
              <Button size="sm" onClick={() => void calls.recording.answer(true)}>
                {t('record.agree')}
              </Button>
              <Button size="sm" variant="outline" onClick={() => void calls.recording.answer(false)}>
                {t('record.refuse')}
              </Button>
            </>
          }
        >
          {t('record.ask')}
        </Alert>
      )}
    </>
  )
}

/** Says to those who do not see it that the call is recorded. */
export function RecordingStatus({ state, current }: Omit<Props, 'calls'>) {
  const { t } = useTranslation('callscreen')
  const recording = recordingFor(current, state.viewerId)
  return (
    <p role="status" className="sr-only">
      {recording && t(recording.mine ? 'record.youRecord' : 'record.title', { name: recording.name })}
    </p>
  )
}

/** REC, for as long as the call is recorded: who is in it, and how to change one's mind or stop it. */
export function RecordingBadge({ calls, state, current }: Props) {
  const { t } = useTranslation('callscreen')
  const format = useFormat()
  const recording = recordingFor(current, state.viewerId)
  if (!recording) return null
  const { mine, name, heard, answer, mayStop } = recording
  return (
    <Popover label={t('record.badge')} icon={Disc} variant="destructive" size="sm">
      {(close) => {
        const then = (_asked: Promise<void>) => close()
        return (
          <div className="flex w-72 max-w-full flex-col gap-2 p-2 text-sm" data-recording>
            <p className="font-medium">{t(mine ? 'record.youRecord' : 'record.title', { name })}</p>
            <p className="text-muted-foreground">{t('record.heard', { names: format.list(heard) })}</p>
            {!mine && answer !== 'agreed' && (
              <Button onClick={() => then(calls.recording.answer(true))}>{t('record.agree')}</Button>
            )}
            {!mine && answer !== 'refused' && (
              <Button variant="outline" onClick={() => then(calls.recording.answer(false))}>
                {t(answer === 'agreed' ? 'record.withdraw' : 'record.refuse')}
              </Button>
            )}
            {mayStop && (
              <Button variant="destructive" icon={Square} onClick={() => then(calls.recording.stop())}>
                {t('record.stop')}
              </Button>
            )}
          </div>
        )
      }}
    </Popover>
  )
}

/** The same where there is no room for more. */
export function RecordingMark({ call }: { call: CurrentCall['call'] }) {
  const { t } = useTranslation('callscreen')
  return (
    call?.recording && (
      <Badge tone="danger" icon={Circle}>
        {t('record.badge')}
      </Badge>
    )
  )
}
