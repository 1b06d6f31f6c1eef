import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'
import { Button } from '#app/ui/button.tsx'
import { iconOf } from '#app/ui/media/document-card.tsx'
import { fileSizeOf } from '#app/ui/media/media-file.ts'
import { maxFileBytes, type Refusal } from './chosen-files.ts'

type ChosenFileListProps = {
  files: readonly File[]
  refused: readonly Refusal[]
  onRemove(file: File): void
}

/** The files of the next message, and those that were refused. */
export function ChosenFileList({ files, refused, onRemove }: ChosenFileListProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLUListElement>(null)

  function remove(file: File, index: number) {
    onRemove(file)
    // Move the focus to the next file, not to the top of the page.
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[index + 1] ?? buttons?.[index - 1])?.focus()
  }

  return (
    <div role="group" aria-label={t('media.chosen')} className="flex flex-col gap-1.5">
      {files.length > 0 && (
        <ul ref={list} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
          {files.map((file, index) => (
            <ChosenFile key={keyOf(file)} file={file} onRemove={() => remove(file, index)} />
          ))}
        </ul>
      )}
      <div role="alert" className="text-sm text-destructive empty:hidden">
        {refused.map(({ name, reason }) => (
          <p key={`${name} ${reason}`} className="wrap-anywhere">
            {reason === 'type'
              ? t('files.type', { name })
              : t(`media.refused.${reason}`, {
                  name,
                  megabytes: maxFileBytes / 1_000_000,
                  count: maxFilesPerMessage,
                })}
          </p>
        ))}
      </div>
    </div>
  )
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

function ChosenFile({ file, onRemove }: { file: File; onRemove(): void }) {
  const { t } = useTranslation('chat')
  const { unit, value } = fileSizeOf(file.size)
  const Icon = iconOf(file.type)
  const preview = useImageUrl(file)
  return (
    <li className="flex max-w-60 min-w-0 flex-1 basis-36 items-center gap-2 rounded-md border border-border bg-card py-1 ps-1 text-card-foreground">
      <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-muted text-muted-foreground">
        {preview ? (
          <img src={preview} alt="" width={36} height={36} className="size-9 object-cover" />
        ) : (
          <Icon aria-hidden className="size-5" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{file.name}</span>
        <span className="block text-xs text-muted-foreground">{t(`media.size.${unit}`, { value })}</span>
      </span>
      <Button variant="ghost" size="icon" icon={X} onClick={onRemove}>
        {t('media.remove', { name: file.name })}
      </Button>
    </li>
  )
}

function useImageUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
