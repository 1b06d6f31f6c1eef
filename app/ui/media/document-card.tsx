import {
  Download,
  FileArchive,
  File as FileIcon,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideoCamera,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSizeOf, type MediaFile } from './media-file.ts'

/** A file that the thread cannot display: its type, name and size. The whole card is the download link. */
export function DocumentCard({ file }: { file: MediaFile }) {
  const { t } = useTranslation('chat')
  const Icon = iconOf(file.mime)
  const { unit, value } = fileSizeOf(file.size)
  return (
    <a href={`/files/${file.id}`} download={file.name} className="file-card">
      <span className="file-sign">
        <Icon aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="file-name">{file.name}</span>
        <span className="block opacity-80">{t(`media.size.${unit}`, { value })}</span>
      </span>
      <Download aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t('media.download')}</span>
    </a>
  )
}

const icons: ReadonlyArray<[RegExp, LucideIcon]> = [
  [/^image\//, FileImage],
  [/^video\//, FileVideoCamera],
  [/^audio\//, FileMusic],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|compressed|tar|rar/, FileArchive],
  [/^text\/|pdf|word|opendocument|rtf/, FileText],
]

export function iconOf(mime: string): LucideIcon {
  return icons.find(([form]) => form.test(mime))?.[1] ?? FileIcon
}
