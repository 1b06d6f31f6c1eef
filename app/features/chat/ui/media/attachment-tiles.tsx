import { useTranslation } from 'react-i18next'
import type { AttachmentView } from '#app/features/chat/message-view.ts'
import { AudioPlayer } from '#app/features/chat/ui/media/audio-player.tsx'
import { DocumentCard } from '#app/features/chat/ui/media/document-card.tsx'
import { ImageTiles } from '#app/features/chat/ui/media/image-tiles.tsx'
import { VideoPlayer } from '#app/features/chat/ui/media/video-player.tsx'

/** The files of a message. Each is a link or a native player; scripts add the viewer and the waveform. */
export function Attachments({ attachments }: { attachments: AttachmentView[] }) {
  const images = attachments.filter(({ kind }) => kind === 'image')
  const others = attachments.filter(({ kind }) => kind !== 'image')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {images.length > 0 && <ImageTiles images={images} />}
      {others.map((file) => (
        <Attachment key={file.id} file={file} />
      ))}
    </div>
  )
}

function Attachment({ file }: { file: AttachmentView }) {
  const { t } = useTranslation('chat')
  const src = `/files/${file.id}`
  if (file.kind === 'video') return <VideoPlayer src={src} video={file} />
  if (file.kind === 'audio') {
    const name = file.voice ? t('voice.note') : file.name
    return <AudioPlayer src={src} name={name} durationMs={file.durationMs} waveform={file.waveform} />
  }
  return <DocumentCard file={file} />
}
