import { type SyntheticEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { nameOf } from '#app/features/calls/client/call-view.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { CallBar } from './call-bar.tsx'
import { CallBody } from './call-body.tsx'
import { CallControls } from './call-controls.tsx'
import { CallNotices } from './call-notices.tsx'
import { Captions } from './captions.tsx'
import { InviteOthers } from './invite-others.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { RecordingNotices, RecordingStatus } from './recording-notices.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { useCallDialog } from './use-chat-beside.ts'

/** The call over the whole window. Escape minimises it. */
export function CallScreen({ calls, state, current }: { calls: Calls; state: CallState; current: CurrentCall }) {
  const { t } = useTranslation(['callscreen', 'ui'])
  const dialog = useRef<HTMLDialogElement>(null)
  const [helpId, inviteId] = [useId(), useId()]
  useCallDialog(dialog)
  const { call } = current
  const group = call !== null && call.kind !== 'direct'
  function minimize(event: SyntheticEvent) {
    if (event.target !== dialog.current) return
    event.preventDefault()
    calls.show({ minimized: true })
  }
  return (
    <dialog
      ref={dialog}
      onCancel={minimize}
      aria-label={t('bar.callWith', { name: call ? nameOf(call, state.viewerId) : current.name })}
      className="call-screen bg-background text-foreground"
    >
      <div className="flex h-full flex-col">
        <CallBar calls={calls} state={state} current={current} helpId={helpId} />
        <RecordingStatus state={state} current={current} />
        <div className="flex flex-col gap-2 px-2 pt-2 empty:hidden sm:px-3">
          <RecordingNotices calls={calls} state={state} current={current} />
          {current.mutedByModerator && (
            <Alert
              tone="warning"
              actions={
                <Button size="sm" variant="outline" onClick={() => calls.read('muted')}>
                  {t('ui:close')}
                </Button>
              }
            >
              {t('mutedByModerator')}
            </Alert>
          )}
          {current.confirmingScreen && (
            <Alert
              tone="warning"
              title={t('share.confirmTitle')}
              actions={
                <>
                  <Button size="sm" onClick={() => calls.confirmScreen(true)}>
                    {t('share.confirm')}
                  </Button>
                  <Button size="sm" variant="outline" onClick={() => calls.confirmScreen(false)}>
                    {t('ui:cancel')}
                  </Button>
                </>
              }
            >
              {t('share.confirmText')}
            </Alert>
          )}
        </div>
        <div className="relative flex min-h-0 flex-1">
          <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            <CallBody calls={calls} state={state} current={current} inviteId={inviteId} />
            <Captions current={current} />
          </div>
          {group && current.panelOpen && (
            <PeoplePanel calls={calls} state={state} current={current} inviteId={inviteId} />
          )}
        </div>
        <CallControls calls={calls} current={current} />
      </div>
      <CallNotices calls={calls} state={state} />
      <ShortcutsHelp id={helpId} />
      {group && <InviteOthers id={inviteId} calls={calls} call={call} />}
    </dialog>
  )
}
