import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ShownAlone } from './shown-alone.tsx'

/** A page about one message, which is on top of it. `back` is its place in the conversation. */
export function MessageFrame({
  title,
  conversation,
  message,
  viewerId,
  back,
  children,
}: {
  title: string
  conversation: ConversationDetail
  message: ShownMessage
  viewerId: string
  back: string
  children: ReactNode
}) {
  const { t } = useTranslation('chat')
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{conversation.name}</span>, to: back },
          { label: title },
        ]}
      />
      <ShownAlone conversation={conversation} viewerId={viewerId} messages={[message]} />
      {children}
    </div>
  )
}
