import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import { canCaption } from '#app/features/calls/client/captions.ts'
import { classes } from '#app/ui/classes.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { useCallState, useChoices, useDevices, useLevel } from './use-calls.ts'

/** Output volume, the level of the microphone, the pickers of devices and captions, during a call. */
export function AudioSettings({ calls }: { calls: Calls }) {
  const [, change] = useChoices()
  const stream = calls.local()?.camera ?? null
  return (
    <div className="flex w-72 max-w-full flex-col gap-3 p-2">
      <VolumeSlider />
      <LevelMeter stream={stream} />
      <DevicePickers
        video={calls.store.get().current?.callType === 'video'}
        onChange={(kind, id) => {
          if (kind === 'microphone') {
            change({ microphoneId: id })
            void calls.changeMicrophone()
          } else {
            change({ cameraId: id })
            if (!calls.store.get().current?.own.cameraOff) void calls.setCamera(true)
          }
        }}
      />
      {canCaption() && <CaptionSwitch calls={calls} />}
    </div>
  )
}

/** Off until the person wants it: the browser may send what they say to its maker. */
function CaptionSwitch({ calls }: { calls: Calls }) {
  const { t } = useTranslation('callscreen')
  const { current } = useCallState(calls)
  return (
    <Checkbox
      name="captions"
      label={t('captions.switch')}
      hint={t('captions.hint')}
      checked={current?.captioning ?? false}
      onChange={(event) => calls.captions.set(event.target.checked)}
    />
  )
}

export function VolumeSlider() {
  const { t } = useTranslation('callscreen')
  const [{ volume }, change] = useChoices()
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex justify-between text-sm font-medium">
        <span>{t('control.volume')}</span>
        <span className="text-muted-foreground tabular-nums">{volume}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={volume}
        onChange={(event) => change({ volume: Number(event.target.value) })}
        className="h-6 w-full accent-primary"
      />
    </div>
  )
}

export function LevelMeter({ stream }: { stream: MediaStream | null }) {
  const { t } = useTranslation('callscreen')
  const level = useLevel(stream, stream?.getAudioTracks()[0]?.id)
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-sm font-medium">
        {t('control.level')}
      </span>
      <meter aria-labelledby={id} min={0} max={100} value={level} className="sr-only" />
      <LevelBar level={level} className="h-2" />
    </div>
  )
}

/** A level (0–100) as a bar. */
export function LevelBar({ level, className }: { level: number; className: string }) {
  return (
    <span aria-hidden className={classes('block overflow-hidden rounded-full bg-muted', className)}>
      <span
        className="block h-full origin-left bg-success rtl:origin-right"
        style={{ transform: `scaleX(${level / 100})` }}
      />
    </span>
  )
}

export function DevicePickers({
  video,
  onChange,
}: {
  video: boolean
  onChange(kind: 'microphone' | 'camera', id: string): void
}) {
  const { t } = useTranslation('callscreen')
  const [{ microphoneId, cameraId }] = useChoices()
  const { microphones, cameras } = useDevices()
  const kinds = [
    { kind: 'microphone', devices: microphones, chosen: microphoneId },
    ...(video ? [{ kind: 'camera', devices: cameras, chosen: cameraId } as const] : []),
  ] as const
  return (
    <>
      {kinds.map(({ kind, devices, chosen }) => (
        <Select
          key={kind}
          name={kind}
          label={t(`control.${kind}`)}
          value={devices.some(({ deviceId }) => deviceId === chosen) ? chosen : ''}
          onChange={(event) => onChange(kind, event.target.value)}
          options={[
            { value: '', label: t('control.automatic') },
            ...devices.map(({ deviceId, label }, index) => ({
              value: deviceId,
              label: label || t(`control.unnamed.${kind}`, { number: index + 1 }),
            })),
          ]}
        />
      ))}
    </>
  )
}
