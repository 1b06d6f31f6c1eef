import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SharedFile } from '#app/features/messages/shared-files.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { iconOf } from '#app/ui/media/document-card.tsx'
import { fileSizeOf } from '#app/ui/media/media-file.ts'

/** A shared file with its sender and time, and a link to its message. */
export function SharedFileRow({ base, file }: { base: string; file: SharedFile }) {
  const { t } = useTranslation('groups')
  const { t: chat } = useTranslation('chat')
  const format = useFormat()
  const { id, name, mime, size, thumbnail, seq, authorName, createdAt } = file
  const { unit, value } = fileSizeOf(size)
  const Icon = iconOf(mime)
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <a href={`/files/${id}`} className="group flex min-w-0 flex-1 items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-md bg-muted text-muted-foreground">
          {thumbnail ? (
            <img
              src={`/files/${id}?size=small`}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          ) : (
            <Icon aria-hidden className="size-5" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium wrap-anywhere group-hover:underline">{name}</span>
          <span className="flex flex-wrap gap-x-1.5 text-sm text-muted-foreground">
            <span className="wrap-anywhere">{authorName}</span>
            <span aria-hidden>·</span>
            <time dateTime={new Date(createdAt).toISOString()}>{format.date(createdAt)}</time>
            <span aria-hidden>·</span>
            <span className="tabular-nums">{chat(`media.size.${unit}`, { value })}</span>
          </span>
        </span>
      </a>
      <ButtonLink
        to={`${base}?around=${seq}#m${seq}`}
        variant="ghost"
        size="sm"
        icon={MessageSquare}
        aria-label={t('files.showNamed', { name })}
      >
        <span className="max-sm:sr-only">{t('files.show')}</span>
      </ButtonLink>
    </li>
  )
}
