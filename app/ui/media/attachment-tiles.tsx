import { useTranslation } from 'react-i18next'
import { DocumentCard } from './document-card.tsx'
import { ImageTiles } from './image-tiles.tsx'
import type { MediaFile } from './media-file.ts'
import { AudioPlayer, VideoPlayer } from './players.tsx'

/** A message's files. Each is a link or a native player; scripts add the viewer and the waveform. */
export function Attachments({ attachments }: { attachments: MediaFile[] }) {
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

function Attachment({ file }: { file: MediaFile }) {
  const { t } = useTranslation('chat')
  const src = `/files/${file.id}`
  if (file.kind === 'video') return <VideoPlayer src={src} video={file} />
  if (file.kind === 'audio') {
    const name = file.voice ? t('voice.note') : file.name
    return <AudioPlayer src={src} name={name} durationMs={file.durationMs} waveform={file.waveform} />
  }
  return <DocumentCard file={file} />
}
