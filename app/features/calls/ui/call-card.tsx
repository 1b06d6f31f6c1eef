import { GripVertical, Maximize2, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { cameraOf, nameOf, personOf } from '#app/features/calls/client/call-view.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { CallTimer } from './call-bar.tsx'
import { useMovable } from './movable.ts'
import { RecordingMark } from './recording-notices.tsx'
import { StreamVideo } from './stream-video.tsx'
import { useSpeaker } from './use-calls.ts'

/** The minimised call: name, timer and whom one talks to. Pressing it restores the call; its handle moves it. */
export function CallCard({ calls, state, current }: { calls: Calls; state: CallState; current: CurrentCall }) {
  const { t } = useTranslation('callscreen')
  const { call, own } = current
  const name = call ? nameOf(call, state.viewerId) : current.name
  const person = personOf(current, useSpeaker(calls, call !== null && call.kind !== 'direct'))
  const stream = person && cameraOf(current, person)
  const box = useRef<HTMLElement>(null)
  const { style, handle } = useMovable(box)
  const restore = () => calls.show({ minimized: false })
  return (
    <section
      ref={box}
      style={style}
      aria-label={t('bar.callWith', { name })}
      className="fixed end-4 bottom-4 z-50 composing:bottom-24 w-72 overflow-hidden rounded-lg border border-border bg-card text-card-foreground shadow print:hidden"
    >
      <button type="button" onClick={restore} className="block w-full text-start" aria-label={t('bar.restore')}>
        <span className="relative grid h-28 place-items-center bg-muted">
          {person && stream ? (
            <StreamVideo stream={stream} label={person.name} />
          ) : (
            <Avatar id={person?.userId ?? call?.conversationId} name={person?.name ?? name} size="lg" />
          )}
          <span className="absolute start-1.5 top-1.5">
            <RecordingMark call={call} />
          </span>
        </span>
      </button>
      <div className="flex items-center gap-1 py-1 pe-1">
        <Button
          variant="ghost"
          size="icon"
          icon={GripVertical}
          title={t('bar.move')}
          className="cursor-move touch-none"
          {...handle}
        >
          {t('bar.move')}
        </Button>
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold">{name}</p>
          <p className="truncate text-xs text-muted-foreground">
            <CallTimer state={state} current={current} />
          </p>
        </div>
        <Button variant="ghost" size="icon" icon={own.muted ? MicOff : Mic} onClick={() => calls.setMuted(!own.muted)}>
          {t(own.muted ? 'control.unmute' : 'control.mute')}
        </Button>
        <Button variant="ghost" size="icon" icon={Maximize2} onClick={restore}>
          {t('bar.restore')}
        </Button>
        <Button variant="destructive" size="icon" icon={PhoneOff} onClick={calls.hangUp}>
          {t('control.end')}
        </Button>
      </div>
    </section>
  )
}
