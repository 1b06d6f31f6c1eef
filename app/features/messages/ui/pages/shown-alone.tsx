import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { MessageBubble } from '#app/features/messages/ui/message-bubble.tsx'
import { ThreadContext } from '#app/features/messages/ui/thread-context.tsx'

/** Messages on a page of their own, without their buttons. */
export function ShownAlone({
  conversation,
  viewerId,
  messages,
}: {
  conversation: ConversationDetail
  viewerId: string
  messages: readonly ShownMessage[]
}) {
  const { t } = useTranslation('chat')
  const place = { conversation, viewerId, framed: false, alone: true, reply: null, edit: null, openMenu: null }
  return (
    <ThreadContext.Provider value={place}>
      <ol
        aria-label={t('screen.message.title')}
        className="@container/chat rounded-lg border border-border bg-background p-4"
      >
        {messages.map((message) => (
          <MessageBubble key={message.id} message={message} begins ends />
        ))}
      </ol>
    </ThreadContext.Provider>
  )
}
