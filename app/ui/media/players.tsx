import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { DocumentCard } from './document-card.tsx'
import type { MediaFile } from './media-file.ts'
import { fitInto } from './media-file.ts'
import { playAlone } from './one-at-a-time.ts'
import type { AudioPlayerProps } from './scripted-player.tsx'

const loadPlayer = loaderOf(
  () => import('./scripted-player.tsx'),
  (loaded) => loaded.ScriptedPlayer,
)

/** Audio in the thread: the browser's own player, or ours with waveform and speed when scripts run. */
export function AudioPlayer(props: AudioPlayerProps) {
  const ScriptedPlayer = useLoaded(loadPlayer)
  if (ScriptedPlayer) return <ScriptedPlayer {...props} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: recordings of users have no captions
    <audio controls preload="metadata" src={props.src} aria-label={props.name} className="w-72 max-w-full" />
  )
}

/** The browser's own player in the size of the video, with a download link for formats that it cannot play. */
export function VideoPlayer({ src, video }: { src: string; video: MediaFile }) {
  const { t } = useTranslation('chat')
  const [failed, setFailed] = useState(false)
  const { width, height } = video
  const size = width && height ? fitInto({ width, height }, { width: 320, height: 320 }) : { width: 320, height: 180 }
  if (failed) {
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-sm">{t('media.videoFailed')}</p>
        <DocumentCard file={video} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: videos of users have no captions
    <video
      controls
      playsInline
      preload="metadata"
      src={src}
      poster={video.thumbnail ? `${src}?size=small` : undefined}
      width={size.width}
      height={size.height}
      aria-label={video.name}
      onPlay={(event: SyntheticEvent<HTMLVideoElement>) => playAlone(event.currentTarget)}
      onError={() => setFailed(true)}
      className="h-auto max-w-full rounded-md bg-muted"
    />
  )
}
