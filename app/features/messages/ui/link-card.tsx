import { Globe } from 'lucide-react'
import type { MessageView } from '#app/features/conversations/message-view.ts'

/** What the server found at the first link of a message. */
export function LinkCard({ preview }: { preview: NonNullable<MessageView['preview']> }) {
  return (
    <a
      href={preview.url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="mt-1.5 block max-w-sm rounded-sm border-s-3 border-border bg-foreground/5 px-2.5 py-1.5 hover:bg-foreground/8"
    >
      <span className="flex items-center gap-1.5 text-xs text-foreground/80">
        <Globe aria-hidden className="size-3 shrink-0" />
        <span className="truncate">{preview.siteName}</span>
      </span>
      <span className="mt-0.5 line-clamp-2 font-medium text-foreground wrap-anywhere">{preview.title}</span>
      {preview.description && (
        <span className="mt-0.5 line-clamp-2 text-xs text-foreground/80 wrap-anywhere">{preview.description}</span>
      )}
    </a>
  )
}
