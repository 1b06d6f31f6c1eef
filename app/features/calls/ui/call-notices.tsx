import { MessageSquare, Phone, PhoneMissed, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallFailure, CallState, EndedCall } from '#app/features/calls/client/call-state.ts'
import { nameOf, timerText } from '#app/features/calls/client/call-view.ts'
import { browserOf } from '#app/features/calls/client/media-errors.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** What is said beside the page: how a call ended, what failed, who called meanwhile, and a call elsewhere. */
export function CallNotices({ calls, state }: { calls: Calls; state: CallState }) {
  const { t } = useTranslation(['callscreen', 'ui'])
  const { ended, failure, quiet, elsewhere, current } = state
  if (!ended && !failure && !quiet && (!elsewhere || current)) return null
  const close = (what: 'ended' | 'failure' | 'quiet') => (
    <Button variant="ghost" size="sm" icon={X} onClick={() => calls.read(what)}>
      {t('ui:close')}
    </Button>
  )
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center gap-2 *:pointer-events-auto print:hidden"
    >
      {failure && <Failure failure={failure} actions={close('failure')} />}
      {quiet && (
        <Notice icon={PhoneMissed} actions={close('quiet')}>
          {t('quiet', { name: quiet.callerName })}
        </Notice>
      )}
      {ended && <Ended calls={calls} ended={ended} close={close('ended')} />}
      {elsewhere && !current && (
        <Notice
          icon={Phone}
          actions={
            <Button size="sm" onClick={() => void calls.takeOver(elsewhere)}>
              {t('elsewhere.here')}
            </Button>
          }
        >
          {t('elsewhere.text')}
        </Notice>
      )}
    </div>
  )
}

function Notice({ icon: Icon, actions, children }: { icon: typeof Phone; actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex w-full max-w-md flex-col gap-2 rounded-md border border-border bg-popover p-3 text-sm text-popover-foreground shadow">
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">{actions}</div>
    </div>
  )
}

/** Why a call is over, and what can be done now. One that this person has hung up needs no words. */
function Ended({ calls, ended, close }: { calls: Calls; ended: EndedCall; close: ReactNode }) {
  const { t } = useTranslation('callscreen')
  const { call, viewerId, reason, durationSeconds } = ended
  const name = nameOf(call, viewerId)
  const mine = call.callerId === viewerId
  const again = call.kind === 'direct' && mine && reason !== 'hung_up' && reason !== 'moved'
  return (
    <Notice
      icon={Phone}
      actions={
        <>
          {again && (
            <Button
              size="sm"
              icon={Phone}
              onClick={() => void calls.call({ conversationId: call.conversationId, callType: call.callType, name })}
            >
              {t('ended.again')}
            </Button>
          )}
          {again && (
            <ButtonLink to={`/messages/${call.conversationId}`} size="sm" variant="outline" icon={MessageSquare}>
              {t('ended.message')}
            </ButtonLink>
          )}
          {close}
        </>
      }
    >
      {durationSeconds > 0 && reason === 'hung_up'
        ? t('ended.lasted', { name, time: timerText(durationSeconds) })
        : t(`ended.reason.${reason}`, { name })}
    </Notice>
  )
}

function Failure({ failure, actions }: { failure: CallFailure; actions: ReactNode }) {
  const { t } = useTranslation('callscreen')
  return (
    <Alert
      tone="danger"
      title={t(`failed.what.${failure.what}`)}
      actions={actions}
      className="w-full max-w-md bg-popover shadow"
    >
      {failure.message || <Advice failure={failure} />}
    </Alert>
  )
}

function Advice({ failure: { cause, what } }: { failure: CallFailure }) {
  const { t } = useTranslation('callscreen')
  if (what === 'record' || what === 'captions') return t(`failed.${what}`)
  if (cause === 'permission' && what !== 'screen') return t(`failed.permission.${browserOf(navigator.userAgent)}`)
  return t(`failed.cause.${cause}`)
}
