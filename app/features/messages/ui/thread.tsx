import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import {
  type ChatModel,
  type OpenConversation,
  type RefusedMessage,
  type Returned,
  type ShownMessage,
  type ThreadExtras,
  useChatActions,
} from '#app/features/conversations/ui/chat-model.ts'
import { ThreadSearch as RenderedSearch } from '#app/features/messages/ui/search/thread-search.tsx'
import { loadedPart, loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { PinnedBar } from './pinned-bar.tsx'
import { ThreadContext, type ThreadContextValue } from './thread-context.tsx'
import { ThreadHeader } from './thread-header.tsx'

const loadMenu = loaderOf(
  () => import('./message-menu.tsx'),
  (loaded) => loaded.MessageMenu,
)

// Its code is with whoever searches.
const ThreadSearch = import.meta.env.SSR
  ? RenderedSearch
  : loadedPart(
      () => import('#app/features/messages/ui/search/thread-search.tsx'),
      (loaded) => loaded.ThreadSearch,
    )

/** An open conversation: header, messages and composer. */
export function Thread({
  model,
  open,
  variant,
  extras,
  refused,
}: {
  model: ChatModel
  open: OpenConversation
  variant: 'page' | 'panel'
  extras: ThreadExtras | undefined
  refused: RefusedMessage | undefined
}) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { conversation } = open
  const thread = useRef<HTMLElement>(null)
  const [answering, setAnswering] = useState<MessageView | null>(extras?.replyTo ?? null)
  const [editing, setEditing] = useState<MessageView | null>(extras?.editing ?? null)
  const [menu, setMenu] = useState<{ message: ShownMessage; button: HTMLElement } | null>(null)
  const [searching, setSearching] = useState(Boolean(extras?.search))
  useFollowed(extras, setAnswering, setEditing)

  const reply = useCallback((message: ShownMessage) => {
    setEditing(null)
    setAnswering(message)
  }, [])
  const edit = useCallback((message: ShownMessage) => {
    setAnswering(null)
    setEditing(message)
  }, [])
  const stopAnswering = useCallback(() => setAnswering(null), [])
  const stopEditing = useCallback(() => setEditing(null), [])
  const openSearch = useCallback(() => setSearching(true), [])
  const latest = useRef(open.messages)
  latest.current = open.messages
  const viewerId = model.viewer.id
  const editLast = useCallback(() => {
    const own = latest.current.findLast(
      ({ authorId, state, seq }) => authorId === viewerId && state === 'live' && Number.isFinite(seq),
    )
    if (own) edit(own)
  }, [viewerId, edit])
  const openMenu = useCallback((message: ShownMessage, button: HTMLElement) => setMenu({ message, button }), [])
  const [returned, setReturned] = useState<Returned | null>(null)
  const giveBack = useCallback(
    (clientId: string) => {
      setEditing(null)
      setReturned(actions?.discard(clientId) ?? null)
    },
    [actions],
  )
  const live = actions !== null
  // Until it has loaded, its button is a link to the page of the message.
  const Menu = useLoaded(loadMenu, live)
  const opens = live && Menu !== null
  const shown = useShown(conversation)
  const place = useMemo<ThreadContextValue>(
    () => ({
      conversation: shown,
      viewerId,
      framed: false,
      // All at once, because each change renders every message.
      reply: opens ? reply : null,
      edit: opens ? edit : null,
      openMenu: opens ? openMenu : null,
      giveBack: opens ? giveBack : null,
      // Shorter than the address of the conversation, which is the page's; the panel is beside other pages.
      ...(variant === 'page' && { replyLink: (id: string) => `?reply=${id}#composer` }),
    }),
    [shown, viewerId, variant, opens, reply, edit, openMenu, giveBack],
  )

  return (
    <ThreadContext.Provider value={place}>
      <section
        ref={thread}
        aria-label={t('screen.conversationWith', { name: conversation.name })}
        data-chat-thread
        className="relative flex min-h-0 min-w-0 flex-col bg-background"
      >
        <ThreadHeader
          presence={shown.otherUserId ? model.presence[shown.otherUserId] : undefined}
          conversation={shown}
          variant={variant}
          searching={searching}
          onSearch={openSearch}
        />
        {searching && (
          <Suspense>
            <ThreadSearch
              conversationId={conversation.id}
              found={extras?.search ?? null}
              closedByBack={variant === 'page'}
              onClose={() => {
                setSearching(false)
                const find = (what: string) => thread.current?.querySelector<HTMLElement>(what)
                // Whoever reads what was found goes on reading.
                if (find('[data-message]:focus-within')) return
                const button = find('[data-chat-search]')
                // A narrow header has no place for the button.
                ;(button?.checkVisibility() ? button : find('textarea'))?.focus()
              }}
            />
          </Suspense>
        )}
        <PinnedBar messages={open.messages} loaded={extras?.pinned ?? []} />
        {extras && (
          <noscript className="noscript:flex hidden min-h-0 flex-1">
            <iframe src={extras.frame} title={t('screen.messages')} className="w-full border-0" />
          </noscript>
        )}
        <MessageList open={open} connection={model.connection} hiddenWithoutScripts={Boolean(extras)} />
        <TypingLine typing={model.typing} />
        <Composer
          conversation={shown}
          draft={conversation.draft}
          viewerId={viewerId}
          replyTo={answering}
          editing={editing}
          onCancelReply={stopAnswering}
          onCancelEdit={stopEditing}
          onEditLast={editLast}
          clientId={extras?.clientId ?? ''}
          refused={refused}
          returned={returned}
          thread={thread}
        />
        {menu && Menu && <Menu key={menu.message.id} {...menu} onClose={() => setMenu(null)} />}
      </section>
    </ThreadContext.Provider>
  )
}

/**
 * The conversation as its header, messages and composer show it: the same object after a change that they do not show, such as a
 * draft, a receipt or a new message.
 */
function useShown(conversation: ConversationDetail): ConversationDetail {
  const { id, type, name, members, rights, readOnly, ownPendingMessages, pendingMessageCount, savedIds, work } =
    conversation
  const { level, pinnedAt, role, settings, sendRefusal, clientName } = conversation
  // Their names, not how far each has read, which changes with every message.
  const people = members.map((member) => `${member.id} ${member.name}`).join('\n')
  const saved = savedIds.join()
  const made = work.map(({ messageId, name }) => `${messageId} ${name}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they show of it, each of which would render again
  return useMemo(
    () => conversation,
    [
      ...[id, type, name, people, saved, made, rights, readOnly, ownPendingMessages, pendingMessageCount],
      ...[level, pinnedAt, role, settings, sendRefusal, clientName],
    ],
  )
}

/** Applies the reply or edit that a link on the page asks for (`?reply=`, `?edit=`). */
function useFollowed(
  extras: ThreadExtras | undefined,
  setAnswering: (message: MessageView | null) => void,
  setEditing: (message: MessageView | null) => void,
) {
  const asked = `${extras?.replyTo?.id} ${extras?.editing?.id}`
  const [followed, setFollowed] = useState(asked)
  if (asked === followed) return
  setFollowed(asked)
  setAnswering(extras?.replyTo ?? null)
  setEditing(extras?.editing ?? null)
}

/** Who is typing. Its height is fixed, so that nothing moves. It is not announced to screen readers, which it would flood. */
export function TypingLine({ typing }: { typing: Array<{ userId: string; name: string }> }) {
  const { t } = useTranslation('chat')
  const [first, second] = typing
  const said = !first
    ? null
    : !second
      ? t('states.typing.one', { name: first.name })
      : typing.length === 2
        ? t('states.typing.two', { name: first.name, other: second.name })
        : t('states.typing.many')
  return (
    <p className="noscript:hidden flex h-5 shrink-0 items-center gap-1.5 truncate px-4 text-xs text-muted-foreground">
      {said && (
        <>
          <span aria-hidden className="flex gap-0.5">
            <span className="size-1.5 animate-bounce rounded-full bg-current" />
            <span className="size-1.5 animate-bounce rounded-full bg-current [animation-delay:120ms]" />
            <span className="size-1.5 animate-bounce rounded-full bg-current [animation-delay:240ms]" />
          </span>
          <span className="truncate">{said}</span>
        </>
      )}
    </p>
  )
}
