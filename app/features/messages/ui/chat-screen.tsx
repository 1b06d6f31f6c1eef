import { MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatModel, RefusedMessage, ThreadExtras } from '#app/features/conversations/ui/chat-model.ts'
import { ConversationList } from '#app/features/conversations/ui/conversation-list.tsx'
import { NowContext } from '#app/features/conversations/ui/time-label.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Thread } from './thread.tsx'

/** Over the whole page under its header, whatever room the page gives to others. */
const wholePage =
  '-mx-4 -my-6 h-[calc(100dvh-4rem)] min-h-96 sm:-mx-6 lg:-mx-8 lg:-my-8 2xl:border-x print:h-auto print:m-0'

/**
 * Chat as a page and as the panel over any page: the list of conversations and the open one, side by side where its own width
 * allows, otherwise one of them.
 */
export function ChatScreen({
  model,
  face,
  thread: OpenThread,
  q = '',
  now,
  extras,
  refused,
}: {
  model: ChatModel
  face: 'page' | 'panel'
  /** What shows a conversation; the page that has only the list does not load it. */
  thread?: typeof Thread
  /** What the address of a page narrows the list to. */
  q?: string
  /** The server's moment of a page. */
  now?: number
  extras?: ThreadExtras
  refused?: RefusedMessage
}) {
  const { viewer, conversations, presence } = model
  const open = OpenThread ? model.open : null
  return (
    <NowContext.Provider value={now ?? null}>
      <div className={classes('@container/chat overflow-hidden border-border', face === 'page' ? wholePage : 'h-full')}>
        <div className="grid h-full grid-cols-1 grid-rows-1 @3xl/chat:grid-cols-[20rem_minmax(0,1fr)]">
          <ConversationList
            conversations={conversations}
            presence={presence}
            viewerId={viewer.id}
            openId={open?.conversation.id ?? null}
            q={q}
            face={face}
            className={open ? '@max-3xl/chat:hidden' : undefined}
          />
          {OpenThread && open ? (
            <OpenThread
              key={open.conversation.id}
              model={model}
              open={open}
              face={face}
              extras={extras}
              refused={refused}
            />
          ) : (
            <NothingOpen />
          )}
        </div>
      </div>
    </NowContext.Provider>
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
