import {
  Keyboard,
  MessageSquare,
  MessageSquareDot,
  Minimize2,
  PictureInPicture2,
  SignalHigh,
  SignalLow,
  SignalMedium,
  SignalZero,
  Users,
} from 'lucide-react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { countPeople, nameOf, phaseOf, timerText } from '#app/features/calls/client/call-view.ts'
import { openLauncher } from '#app/features/messages/client/launcher-clicks.ts'
import { liveChat } from '#app/features/messages/client/live-chat.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { DialogButton } from '#app/ui/dialog.tsx'
import { RecordingBadge } from './recording-notices.tsx'
import { useSeconds } from './use-calls.ts'

const signs = { excellent: SignalHigh, good: SignalMedium, fair: SignalLow, poor: SignalZero, unknown: SignalHigh }

/** Quality, name or number of people, timer, help, the list of people, and minimising. */
export function CallBar({
  calls,
  state,
  current,
  helpId,
}: {
  calls: Calls
  state: CallState
  current: CurrentCall
  helpId: string
}) {
  const { t } = useTranslation('callscreen')
  const { call, quality, panelOpen } = current
  const group = call !== null && call.kind !== 'direct'
  const Sign = signs[quality.shown]
  return (
    <header className="flex min-h-14 items-center gap-2 border-b border-border bg-card ps-3 pe-1.5 text-card-foreground sm:gap-3 sm:ps-4">
      <span
        className="grid size-6 shrink-0 place-items-center"
        title={t(`quality.${quality.shown}`)}
        data-quality={quality.shown}
      >
        <Sign
          aria-hidden
          className={classes(
            'size-5',
            quality.shown === 'poor'
              ? 'text-destructive'
              : quality.shown === 'unknown'
                ? 'text-muted-foreground/50'
                : 'text-success',
          )}
        />
        <span className="sr-only">{t(`quality.${quality.shown}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">{call ? nameOf(call, state.viewerId) : current.name}</h2>
        <p className="flex items-center gap-2 text-xs text-muted-foreground">
          <CallTimer state={state} current={current} />
          {group && <span className="truncate">{t('bar.group', { count: countPeople(call) })}</span>}
        </p>
      </div>
      <RecordingBadge calls={calls} state={state} current={current} />
      {current.own.screen && <Badge tone="danger">{t('share.live')}</Badge>}
      <DialogButton
        dialogId={helpId}
        variant="ghost"
        size="icon"
        icon={Keyboard}
        className="max-sm:hidden"
        title={t('shortcuts.title')}
      >
        {t('shortcuts.title')}
      </DialogButton>
      {document.pictureInPictureEnabled && (
        <Button
          variant="ghost"
          size="icon"
          icon={PictureInPicture2}
          onClick={togglePicture}
          className="max-sm:hidden"
          title={t('bar.picture')}
        >
          {t('bar.picture')}
        </Button>
      )}
      {call && <ChatButton calls={calls} conversationId={call.conversationId} />}
      {group && (
        <Button
          variant="ghost"
          size="icon"
          icon={Users}
          aria-expanded={panelOpen}
          onClick={() => calls.show({ panelOpen: !panelOpen })}
          title={t('panel.title')}
        >
          {t('panel.title')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        icon={Minimize2}
        onClick={() => calls.show({ minimized: true })}
        title={t('bar.minimize')}
      >
        {t('bar.minimize')}
      </Button>
    </header>
  )
}

/** The messages of the conversation: in the chat panel beside the call, or on the messages page with the call minimised. */
function ChatButton({ calls, conversationId }: { calls: Calls; conversationId: string }) {
  const { t } = useTranslation('callscreen')
  const live = liveChat()
  const isNew = useSyncExternalStore(
    live.store.subscribe,
    () => (live.store.get().conversations.get(conversationId)?.unread ?? 0) > 0,
    () => false,
  )
  const label = t(isNew ? 'bar.chatNew' : 'bar.chat')
  function open(event: MouseEvent) {
    if (openLauncher()) {
      event.preventDefault()
      void live.open(conversationId)
    } else calls.show({ minimized: true })
  }
  return (
    <ButtonLink
      to={`/messages/${conversationId}`}
      variant="ghost"
      size="icon"
      icon={isNew ? MessageSquareDot : MessageSquare}
      onClick={open}
      title={label}
    >
      {label}
    </ButtonLink>
  )
}

/** The elapsed time, or what is being waited for. */
export function CallTimer({ state, current }: { state: CallState; current: CurrentCall }) {
  const { t } = useTranslation('callscreen')
  const seconds = useSeconds(current.call, state)
  const phase = phaseOf(current)
  if (phase !== 'connected' || seconds === null) return <span role="status">{t(`phase.${phase}`)}</span>
  return (
    <time className="tabular-nums" dateTime={`PT${seconds}S`}>
      {timerText(seconds)}
    </time>
  )
}

/** Browsers have it only for the picture that is shown. */
function togglePicture() {
  const video = document.querySelector<HTMLVideoElement>('[data-main-video]')
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
  else void video?.requestPictureInPicture().catch(() => {})
}
