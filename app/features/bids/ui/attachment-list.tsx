import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '#app/features/bids/attachments/attachments.server.ts'
import { fileSizeOf } from '#app/ui/media/media-file.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** The files of a bid to download, with sizes and hashes; `action` is what can be done with each. */
export function AttachmentList({
  attachments,
  action,
}: {
  attachments: readonly Pick<Attachment, 'id' | 'fileId' | 'name' | 'size' | 'sha256'>[]
  action?: (attachment: { id: string; name: string }) => ReactNode
}) {
  const { t } = useTranslation('bidfiles')
  return (
    <ul className="divide-y divide-border text-sm">
      {attachments.map(({ id, fileId, name, size, sha256 }) => {
        const { unit, value } = fileSizeOf(size)
        return (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <TextLink to={`/files/${fileId}`} reloadDocument block className="wrap-anywhere">
                  {name}
                </TextLink>
                <span className="text-muted-foreground">{t(`size.${unit}`, { value })}</span>
              </p>
              <p className="font-mono text-xs break-all text-muted-foreground">SHA-256 {sha256}</p>
            </div>
            {action?.({ id, name })}
          </li>
        )
      })}
    </ul>
  )
}
