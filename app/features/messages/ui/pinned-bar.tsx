import { Pin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { ThreadLink, useThreadContext } from './thread-context.tsx'

/** The message that was pinned last; the others are in the details. `messages` is more current than `loaded`. */
export function PinnedBar({ messages, loaded }: { messages: MessageView[]; loaded: MessageView[] }) {
  const { t } = useTranslation(['chat', 'livechat'])
  const actions = useChatActions()
  const { conversation } = useThreadContext()
  const known = new Map([...loaded, ...messages].map((message) => [message.id, message]))
  const pinned = [...known.values()].filter(({ pinnedAt, state }) => pinnedAt !== null && state === 'live')
  const last = pinned.toSorted((one, other) => (other.pinnedAt ?? 0) - (one.pinnedAt ?? 0))[0]
  if (!last) return null
  const base = `/messages/${conversation.id}`
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-border bg-card px-4 text-sm text-card-foreground">
      <Pin aria-hidden className="size-4 shrink-0 text-primary" />
      <ThreadLink
        to={`${base}?around=${last.seq}#m${last.seq}`}
        onClick={(event) => {
          if (!actions) return
          event.preventDefault()
          void actions.jumpTo(last.id)
        }}
        className="flex min-h-10 min-w-0 flex-1 items-center hover:underline"
      >
        <span className="sr-only">{t('screen.pinned.last')} </span>
        <span className="truncate">
          {shortened(last.text, 120) || t(`livechat:file.${last.kind === 'image' ? 'image' : 'file'}`)}
        </span>
      </ThreadLink>
      {pinned.length > 1 && (
        <ThreadLink
          to={`${base}/details#pinned`}
          className="flex min-h-10 shrink-0 items-center text-xs text-muted-foreground hover:underline"
        >
          {t('screen.pinned.all', { count: pinned.length })}
        </ThreadLink>
      )}
    </div>
  )
}
