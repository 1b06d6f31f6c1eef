import { MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationFilter } from '#app/features/conversations/conversation-filter.ts'
import {
  type ChatModel,
  type RefusedMessage,
  type ThreadExtras,
  useChatActions,
} from '#app/features/conversations/ui/chat-model.ts'
import { ConversationList } from '#app/features/conversations/ui/conversation-list.tsx'
import { NowProvider } from '#app/features/conversations/ui/time-label.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import type { Thread } from './thread.tsx'

const loadRemovedNotice = loaderOf(
  () => import('./removed-notice.tsx'),
  (loaded) => loaded.RemovedNotice,
)

/**
 * Chat as a page or a panel: the conversation list and the open conversation, side by side if there is room, else one of them.
 */
export function ChatScreen({
  model,
  variant,
  thread: OpenThread,
  q = '',
  filter = 'all',
  hasMore = false,
  now,
  extras,
  refused,
}: {
  model: ChatModel
  variant: 'page' | 'panel'
  /** The component for a conversation; the page with only the list does not load it. */
  thread?: typeof Thread
  /** The search query in the page's URL. */
  q?: string
  /** The filter of the list in the page's URL. */
  filter?: ConversationFilter
  /** There are conversations that are not in the model. */
  hasMore?: boolean
  /** When the server rendered the page (UTC epoch ms). */
  now?: number
  extras?: ThreadExtras
  refused?: RefusedMessage
}) {
  const { viewer, conversations, presence, removed } = model
  const actions = useChatActions()
  const RemovedNotice = useLoaded(loadRemovedNotice, removed !== null)
  const open = OpenThread ? model.open : null
  return (
    <NowProvider at={now}>
      <div className="@container/chat min-h-0 flex-1 overflow-hidden">
        <div className="grid h-full grid-cols-1 grid-rows-1 @3xl/chat:grid-cols-[22rem_minmax(0,1fr)]">
          <ConversationList
            conversations={conversations}
            presence={presence}
            viewerId={viewer.id}
            openId={open?.conversation.id ?? null}
            q={q}
            filter={filter}
            hasMore={hasMore}
            variant={variant}
            className={open || removed ? '@max-3xl/chat:hidden' : undefined}
          />
          {OpenThread && open ? (
            <OpenThread
              key={open.conversation.id}
              model={model}
              open={open}
              variant={variant}
              extras={extras}
              refused={refused}
            />
          ) : removed && RemovedNotice ? (
            <RemovedNotice
              key={removed.id}
              removed={removed}
              onBack={variant === 'panel' ? () => actions?.open(null) : null}
            />
          ) : (
            <NothingOpen />
          )}
        </div>
      </div>
    </NowProvider>
  )
}

function NothingOpen() {
  const { t } = useTranslation('chat')
  return (
    <div className="hidden min-h-0 place-items-center bg-background @3xl/chat:grid">
      <EmptyState
        icon={MessagesSquare}
        title={t('states.noneSelected.title')}
        framed={false}
        action={
          <ButtonLink to="/messages/new" variant="outline" icon={MessageSquarePlus}>
            {t('list.newMessage')}
          </ButtonLink>
        }
      >
        {t('states.noneSelected.text')}
      </EmptyState>
    </div>
  )
}
