import { Mic, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openMedia, stopTracks } from '#app/features/calls/client/devices.ts'
import { loadChoices } from '#app/features/calls/client/media-choices.ts'
import { browserOf, type MediaErrorCause, mediaErrorCause } from '#app/features/calls/client/media-errors.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { DevicePickers, LevelMeter, VolumeSlider } from './audio-settings.tsx'
import { ShortcutList, ShortcutSwitch } from './shortcuts-help.tsx'
import { StreamVideo } from './stream-video.tsx'
import { useChoices } from './use-calls.ts'

/** Tries the microphone and the camera before a call, and keeps what this browser uses. The devices open only when asked. */
export function MediaCheck() {
  const { t } = useTranslation('callscreen')
  const [, change] = useChoices()
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [failed, setFailed] = useState<MediaErrorCause | null>(null)
  useEffect(() => () => stopTracks(stream), [stream])
  async function start() {
    try {
      const opened = await openMedia({ ...loadChoices(), video: true })
      setStream(opened.stream)
      setFailed(opened.cameraError ? mediaErrorCause(opened.cameraError) : null)
    } catch (error) {
      setStream(null)
      setFailed(mediaErrorCause(error))
    }
  }
  const picture = stream?.getVideoTracks().length ? stream : null
  return (
    <div className="flex flex-col gap-5">
      {failed && (
        <Alert tone="danger" title={t(stream ? 'failed.what.camera' : 'failed.what.microphone')}>
          {failed === 'permission'
            ? t(`failed.permission.${browserOf(navigator.userAgent)}`)
            : t(`failed.cause.${failed}`)}
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="flex flex-col gap-3">
          {picture && (
            <div className="relative aspect-video overflow-hidden rounded-lg border border-border bg-muted">
              <StreamVideo stream={picture} label={t('settings.preview')} mirrored />
            </div>
          )}
          {stream && <LevelMeter stream={stream} />}
          <Button
            variant={stream ? 'outline' : 'primary'}
            icon={stream ? Square : Mic}
            className="self-start"
            onClick={() => (stream ? setStream(null) : void start())}
          >
            {t(stream ? 'settings.stop' : 'settings.start')}
          </Button>
        </div>
        <div className="flex flex-col gap-4">
          <DevicePickers
            video
            onChange={(kind, id) => {
              change(kind === 'microphone' ? { microphoneId: id } : { cameraId: id })
              if (stream) void start()
            }}
          />
          <VolumeSlider />
        </div>
      </div>
      <div className="max-w-md border-t border-border pt-4">
        <h3 className="mb-1 text-sm font-semibold">{t('shortcuts.title')}</h3>
        <ShortcutList />
        <ShortcutSwitch />
      </div>
    </div>
  )
}
