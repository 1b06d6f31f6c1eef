import {
  Maximize2,
  Mic,
  MicOff,
  Minimize2,
  ScreenShare,
  ScreenShareOff,
  Square,
  Users,
  Video,
  VideoOff,
} from 'lucide-react'
import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Host, Hosting, HostState } from '#app/features/calls/broadcasts/client/host.ts'
import { timerText } from '#app/features/calls/client/call-view.ts'
import { openScreen } from '#app/features/calls/client/screen-capture.ts'
import { LevelBar } from '#app/features/calls/ui/audio-settings.tsx'
import { StreamVideo } from '#app/features/calls/ui/stream-video.tsx'
import { useLevel } from '#app/features/calls/ui/use-calls.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { HostNotice } from './host-notice.tsx'
import { LiveBadge } from './live-badge.tsx'
import { QuestionList } from './questions.tsx'

/** The broadcast over its host's whole window: what is seen, how many watch, and what they ask. Escape minimises it. */
export function HostScreen({ host, state, hosting }: { host: Host; state: HostState; hosting: Hosting }) {
  const { t } = useTranslation('broadcasthost')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])
  function minimize(event: SyntheticEvent) {
    if (event.target !== dialog.current) return
    event.preventDefault()
    host.show({ minimized: true })
  }
  const title = hosting.title || t('start.untitled')
  return (
    <dialog
      ref={dialog}
      onCancel={minimize}
      aria-label={t('screen.label', { title })}
      className="m-0 h-dvh max-h-none w-screen max-w-none border-0 bg-background p-0 text-foreground"
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-3 border-b border-border bg-card px-3 py-2 text-card-foreground sm:px-4">
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-base font-semibold">{title}</h2>
            <p className="flex items-center gap-3 text-xs text-muted-foreground">
              <Elapsed since={hosting.startedAt} />
              <Viewers count={hosting.viewers} />
            </p>
          </div>
          <LiveBadge />
          <Button variant="ghost" size="icon" icon={Minimize2} onClick={() => host.show({ minimized: true })}>
            {t('screen.minimize')}
          </Button>
        </header>
        <div className="flex min-h-0 flex-1 max-sm:flex-col">
          <div className="relative min-h-0 flex-1 bg-muted">
            <Preview host={host} hosting={hosting} />
            <p className="absolute inset-x-0 bottom-0 bg-background/80 px-3 py-1 text-xs">{t('screen.recorded')}</p>
            {state.failure && (
              <div className="absolute inset-x-3 top-3 flex justify-center">
                <HostNotice host={host} state={state} />
              </div>
            )}
          </div>
          <aside className="flex min-h-0 flex-col gap-2 border-border bg-card p-4 text-card-foreground max-sm:max-h-56 max-sm:border-t sm:w-80 sm:border-s">
            <h3 className="text-sm font-semibold">{t('screen.questions')}</h3>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <QuestionList questions={hosting.questions} label={title} />
            </div>
          </aside>
        </div>
        <Controls host={host} hosting={hosting} />
      </div>
    </dialog>
  )
}

/** The minimised broadcast, which stays while its host navigates. */
export function HostCard({ host, hosting }: { host: Host; hosting: Hosting }) {
  const { t } = useTranslation('broadcasthost')
  const title = hosting.title || t('start.untitled')
  return (
    <section
      aria-label={t('screen.label', { title })}
      className="fixed end-4 bottom-4 z-50 composing:bottom-24 w-56 overflow-hidden rounded-lg border border-border bg-card text-card-foreground shadow print:hidden"
    >
      <div className="relative h-28 bg-muted">
        <Preview host={host} hosting={hosting} />
        <span className="absolute start-1.5 top-1.5 rounded-full bg-card">
          <LiveBadge />
        </span>
      </div>
      <div className="flex items-center gap-1 py-1 ps-3 pe-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold">{title}</p>
          <p className="flex gap-2 text-xs text-muted-foreground">
            <Elapsed since={hosting.startedAt} />
            <Viewers count={hosting.viewers} short />
          </p>
        </div>
        <Button variant="ghost" size="icon" icon={Maximize2} onClick={() => host.show({ minimized: false })}>
          {t('screen.restore')}
        </Button>
        <Button variant="destructive" size="icon" icon={Square} onClick={() => void host.end()}>
          {t('screen.end')}
        </Button>
      </div>
    </section>
  )
}

function Preview({ host, hosting: { cameraOff, screen } }: { host: Host; hosting: Hosting }) {
  const { t } = useTranslation('broadcasthost')
  const local = host.local()
  if (!local) return null
  if (screen) return <StreamVideo stream={local.screen} label={t('screen.shared')} whole />
  if (!cameraOff) return <StreamVideo stream={local.camera} label={t('screen.camera')} mirrored whole />
  return <p className="grid h-full place-items-center text-sm text-muted-foreground">{t('screen.cameraIsOff')}</p>
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  return (
    <time className="tabular-nums" dateTime={`PT${seconds}S`}>
      {timerText(seconds)}
    </time>
  )
}

/** How many watch; `short` shows the number alone. */
function Viewers({ count, short }: { count: number; short?: boolean }) {
  const { t } = useTranslation('broadcasthost')
  const format = useFormat()
  return (
    <span className="flex items-center gap-1 tabular-nums" data-viewers={count}>
      <Users aria-hidden className="size-3.5" />
      {short && <span aria-hidden>{format.number(count)}</span>}
      <span className={short ? 'sr-only' : undefined}>{t('screen.viewers', { count })}</span>
    </span>
  )
}

/** It fits on 320 px. */
function Controls({ host, hosting: { muted, cameraOff, screen } }: { host: Host; hosting: Hosting }) {
  const { t } = useTranslation('broadcasthost')
  const camera = host.local()?.camera ?? null
  const level = useLevel(muted ? null : camera, camera?.getAudioTracks()[0]?.id)
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  return (
    <div
      role="toolbar"
      aria-label={t('screen.controls')}
      className="flex flex-wrap items-center justify-center gap-2 border-t border-border bg-card px-1 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-card-foreground sm:gap-3"
    >
      <span className="relative">
        <Control
          icon={muted ? MicOff : Mic}
          off={muted}
          label={t(muted ? 'screen.unmute' : 'screen.mute')}
          onClick={() => host.setMuted(!muted)}
        />
        {!muted && <LevelBar level={level} className="pointer-events-none absolute inset-x-2 bottom-0.5 h-1" />}
      </span>
      <Control
        icon={cameraOff ? VideoOff : Video}
        off={cameraOff}
        label={t(cameraOff ? 'screen.cameraOn' : 'screen.cameraOff')}
        onClick={() => void host.setCamera(cameraOff)}
      />
      {canShare && (
        <Control
          icon={screen ? ScreenShareOff : ScreenShare}
          label={t(screen ? 'screen.stopShare' : 'screen.share')}
          onClick={() => (screen ? host.stopScreen() : void host.shareScreen(openScreen))}
        />
      )}
      <Button variant="destructive" icon={Square} onClick={() => void host.end()}>
        {t('screen.end')}
      </Button>
    </div>
  )
}

function Control({ label, off, ...button }: ComponentProps<typeof Button> & { label: string; off?: boolean }) {
  return (
    <Button variant={off ? 'outline' : 'secondary'} size="icon" title={label} {...button}>
      {label}
    </Button>
  )
}
