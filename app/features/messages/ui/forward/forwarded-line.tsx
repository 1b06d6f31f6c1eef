import { Forward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ForwardedFrom } from '#app/features/conversations/message-view.ts'
import { ThreadLink, useThreadContext } from '#app/features/messages/ui/thread-context.tsx'
import { useFormat } from '#app/i18n/format.ts'

/** Who said what a message forwards, and when; with a link to it for those who may read it there. */
export function ForwardedLine({ forwarded: { authorId, authorName, createdAt, place } }: { forwarded: ForwardedFrom }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { viewerId } = useThreadContext()
  const name = authorId === viewerId ? t('states.you') : authorName
  return (
    <span className="mb-1 flex items-start gap-1.5 text-xs text-foreground/80">
      <Forward aria-hidden className="mt-px size-3.5 shrink-0 rtl:-scale-x-100" />
      <span className="min-w-0 wrap-anywhere">
        {t('states.forwarded', { name, when: format.dateTime(createdAt) })}
        {place && (
          <>
            {' · '}
            <ThreadLink
              to={`/messages/${place.conversationId}?around=${place.seq}#m${place.seq}`}
              className="underline underline-offset-2"
            >
              {place.name === null ? t('states.forwardedPlace') : t('states.forwardedIn', { name: place.name })}
            </ThreadLink>
          </>
        )}
      </span>
    </span>
  )
}
