import {
  Disc,
  Hand,
  Mic,
  MicOff,
  PhoneOff,
  ScreenShare,
  ScreenShareOff,
  Settings2,
  Square,
  Video,
  VideoOff,
  VolumeX,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CurrentCall } from '#app/features/calls/client/call-state.ts'
import { isModerator, phaseOf, recordingFor } from '#app/features/calls/client/call-view.ts'
import { canRecord } from '#app/features/calls/client/recording.ts'
import { looksLikeOwnWindow, openScreen } from '#app/features/calls/client/screen-capture.ts'
import { Button } from '#app/ui/button.tsx'
import { Popover } from '#app/ui/media/popover.tsx'
import { AudioSettings, LevelBar } from './audio-settings.tsx'
import { useLevel } from './use-calls.ts'

/** Asks for a screen; one with the size of this window has to be confirmed. */
export const shareScreen = (calls: Calls): Promise<void> =>
  calls.shareScreen((track) => looksLikeOwnWindow(track.getSettings(), window), openScreen)

/** Asks before a call is recorded, or stops it for those who may. */
export function toggleRecording(calls: Calls, current: CurrentCall): void {
  const recording = recordingFor(current, calls.store.get().viewerId)
  if (recording?.mayStop) void calls.recording.stop()
  else if (!recording && canRecord() && phaseOf(current) === 'connected')
    calls.show({ confirmingRecording: !current.confirmingRecording })
}

/** The row of buttons at the bottom. It fits on 320 px. */
export function CallControls({ calls, current }: { calls: Calls; current: CurrentCall }) {
  const { t } = useTranslation('callscreen')
  const { own, callType, call } = current
  const recording = recordingFor(current, calls.store.get().viewerId)
  const group = call !== null && call.kind !== 'direct'
  const talking = ['connected', 'reconnecting', 'connecting'].includes(phaseOf(current))
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  return (
    <div
      role="toolbar"
      aria-label={t('control.all')}
      className="flex flex-wrap items-center justify-center gap-1 border-t [&_.button-icon]:size-11 [&_.button-icon]:rounded-full border-border bg-card px-1 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-card-foreground sm:gap-3"
    >
      <MuteButton calls={calls} muted={own.muted} />
      <Popover label={t('control.audio')} icon={Settings2} variant="secondary" size="icon">
        {() => <AudioSettings calls={calls} />}
      </Popover>
      {/* In a voice call the first camera makes it a video call. */}
      <Control
        icon={own.cameraOff ? VideoOff : Video}
        off={own.cameraOff && callType === 'video'}
        label={t(own.cameraOff ? 'control.cameraOn' : 'control.cameraOff')}
        onClick={() => void calls.setCamera(own.cameraOff)}
      />
      {canShare && (
        <Control
          icon={own.screen ? ScreenShareOff : ScreenShare}
          label={t(own.screen ? 'share.stop' : talking ? 'control.share' : 'control.shareLater')}
          aria-disabled={!talking}
          onClick={() => {
            if (own.screen) calls.stopScreen()
            else if (talking) void shareScreen(calls)
          }}
        />
      )}
      {canRecord() && (
        <Control
          icon={call?.recording ? Square : Disc}
          label={t(call?.recording ? 'record.stop' : 'record.button')}
          aria-disabled={recording ? !recording.mayStop : phaseOf(current) !== 'connected'}
          onClick={() => toggleRecording(calls, current)}
        />
      )}
      {group && (
        <Control
          icon={Hand}
          aria-pressed={own.handRaised}
          label={t(own.handRaised ? 'control.handDown' : 'control.hand')}
          onClick={() => calls.setHand(!own.handRaised)}
        />
      )}
      {group && isModerator(current) && (
        <Control icon={VolumeX} label={t('control.muteAll')} onClick={() => void calls.muteAll()} />
      )}
      <Control icon={PhoneOff} variant="destructive" label={t('control.end')} onClick={calls.hangUp} />
    </div>
  )
}

/** With the level of the microphone as a bar under the icon. */
function MuteButton({ calls, muted }: { calls: Calls; muted: boolean }) {
  const { t } = useTranslation('callscreen')
  const stream = calls.local()?.camera ?? null
  const level = useLevel(muted ? null : stream, stream?.getAudioTracks()[0]?.id)
  return (
    <span className="relative">
      <Control
        icon={muted ? MicOff : Mic}
        off={muted}
        label={t(muted ? 'control.unmute' : 'control.mute')}
        onClick={() => calls.setMuted(!muted)}
      />
      {!muted && <LevelBar level={level} className="pointer-events-none absolute inset-x-2.5 bottom-1 h-1" />}
    </span>
  )
}

function Control({
  label,
  off,
  className,
  ...button
}: ComponentProps<typeof Button> & { label: string; off?: boolean }) {
  return (
    <Button variant={off ? 'outline' : 'secondary'} size="icon" title={label} {...button} className={className}>
      {label}
    </Button>
  )
}
