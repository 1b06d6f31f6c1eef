import { ArrowDown, MessagesSquare } from 'lucide-react'
import { type MouseEvent, memo, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { type ChatModel, type OpenConversation, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { dayHeading } from '#app/features/conversations/ui/chat-time.ts'
import { useNow } from '#app/features/conversations/ui/time-label.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { GalleryContext } from '#app/ui/media/image-tiles.tsx'
import { loadedPart } from '#app/ui/use-loaded.ts'
import { MessageAnnouncer } from './message-announcer.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { piecesOf, sameRows, type ThreadRow, threadRows } from './message-rows.ts'
import { WaitingMessages as RenderedWaiting } from './pending-messages.tsx'
import { ThreadLink, useThreadContext } from './thread-context.tsx'
import { useLoadInView } from './use-load-in-view.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useSwipeReply } from './use-swipe-reply.ts'
import { useThreadKeys } from './use-thread-keys.ts'

// Few conversations have any.
const WaitingMessages = import.meta.env.SSR
  ? RenderedWaiting
  : loadedPart(
      () => import('./pending-messages.tsx'),
      (loaded) => loaded.WaitingMessages,
    )

/**
 * The messages. The list is laid out from its end (`flex-col-reverse` around one box), so that it opens there, stays there when
 * messages are added, and does not jump when older ones load above, all without scripts.
 */
export function MessageList({
  open,
  connection,
  hiddenWithoutScripts,
}: {
  open: OpenConversation
  connection: ChatModel['connection']
  /** The frame shows the messages instead. */
  hiddenWithoutScripts: boolean
}) {
  const { t } = useTranslation('chat')
  const { timeZone } = useFormat()
  const { conversation, framed, reply } = useThreadContext()
  const { messages, hasOlder, hasNewer, firstUnreadSeq } = open
  const { ownPendingMessages } = conversation
  const scroller = useRef<HTMLDivElement>(null)
  useUnreadInView(scroller, conversation.id)
  const loadNewer = useReadingPlace(scroller, open)
  useThreadKeys(scroller, useChatActions() !== null)
  useSwipeReply(
    scroller,
    reply &&
      ((id) => {
        const message = messages.find((each) => each.id === id)
        if (message) reply(message)
      }),
  )
  const images = useMemo(() => messages.flatMap(imagesOf), [messages])
  // Typing, presence and read positions change neither.
  const rows = useMemo(
    () =>
      piecesOf(threadRows(messages, { firstUnreadSeq, timeZone })).map((piece) => (
        <Piece key={piece.key} rows={piece.rows} />
      )),
    [messages, firstUnreadSeq, timeZone],
  )
  const loading = messages.length === 0 && (connection === 'connecting' || (hasOlder && connection !== 'static'))
  const base = `/messages/${conversation.id}`
  return (
    <div className={classes('relative flex min-h-0 flex-1 flex-col', hiddenWithoutScripts && 'noscript:hidden')}>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t('screen.messagesWith', { name: conversation.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="message-log"
      >
        <div className="flex min-h-full flex-col justify-end px-3 pt-4 pb-1 sm:px-5">
          {hasOlder && <Older key={messages[0]?.seq} to={`${base}?before=${messages[0]?.seq ?? ''}`} />}
          {loading && (
            <p role="status" className="m-auto text-sm text-muted-foreground">
              {t('states.loadingMessages')}
            </p>
          )}
          {messages.length === 0 && !loading && (
            <div className="m-auto">
              <EmptyState icon={MessagesSquare} title={t('states.noMessages')} framed={false} headingLevel={3}>
                {t('states.noMessagesText')}
              </EmptyState>
            </div>
          )}
          <GalleryContext.Provider value={images}>{rows}</GalleryContext.Provider>
          {!hasNewer && (open.held.length > 0 || ownPendingMessages.length > 0) && (
            <Suspense>
              <WaitingMessages base={base} held={open.held} pending={ownPendingMessages} />
            </Suspense>
          )}
          {hasNewer && (
            <Newer key={messages.at(-1)?.seq} base={base} after={messages.at(-1)?.seq ?? 0} onLoad={loadNewer} />
          )}
          {framed && <div id="end" />}
        </div>
      </div>
      <JumpToEnd scroller={scroller} open={open} />
      <MessageAnnouncer messages={messages} />
    </div>
  )
}

/** A piece of the thread, which is left alone while its rows stay what they are. */
const Piece = memo(
  function Piece({ rows }: { rows: readonly ThreadRow[] }) {
    return (
      <ol className="message-piece">
        {rows.map((row) => {
          if (row.type === 'day') return <DayHeading key={row.key} at={row.at} />
          if (row.type === 'unread') return <UnreadLine key={row.key} />
          return <MessageBubble key={row.key} message={row.message} begins={row.begins} ends={row.ends} />
        })}
      </ol>
    )
  },
  (before, after) => sameRows(before.rows, after.rows),
)

/** The images that the image viewer shows. */
const imagesOf = ({ state, attachments }: MessageView) =>
  state === 'live' ? attachments.filter(({ kind }) => kind === 'image') : []

/** Scrolls to the first unread message on opening, unless the URL links to a message. */
function useUnreadInView(scroller: RefObject<HTMLElement>, conversationId: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation that is opened
  useEffect(() => {
    if (/^#m\d+$/.test(window.location.hash)) return
    scroller.current?.querySelector('[data-unread-line]')?.scrollIntoView({ block: 'nearest' })
  }, [conversationId])
}

function DayHeading({ at }: { at: number }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const heading = dayHeading(at, useNow(), format.timeZone)
  const named = heading === 'today' || heading === 'yesterday'
  return (
    <li className="my-3 flex items-center gap-3 text-xs font-medium text-muted-foreground">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>
        {named ? t(`states.${heading}`) : format.day(at, { year: heading === 'dayOfYear' })}
      </time>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </li>
  )
}

function UnreadLine() {
  const { t } = useTranslation('chat')
  return (
    <li data-unread-line className="my-3 flex scroll-mt-4 items-center gap-3 text-xs font-semibold text-primary">
      <span aria-hidden className="h-px flex-1 bg-primary/50" />
      {t('states.unreadLine')}
      <span aria-hidden className="h-px flex-1 bg-primary/50" />
    </li>
  )
}

const pageLink =
  'inline-flex min-h-9 items-center rounded-full border border-border bg-card px-4 text-xs font-medium text-muted-foreground hover:bg-accent hover:text-accent-foreground'

/** A link to a page of older or newer messages; with scripts it loads when it scrolls into view. */
function MorePage({ to, label, read }: { to: string; label: string; read: (() => Promise<boolean>) | null }) {
  const { t } = useTranslation(['chat', 'livechat'])
  const link = useRef<HTMLAnchorElement>(null)
  const { state, load } = useLoadInView(link, read)
  const failed = state === 'failed'
  return (
    <>
      {failed && (
        <span role="alert" className="text-sm text-destructive">
          {t('livechat:failed.messages')}
        </span>
      )}
      <ThreadLink
        ref={link}
        to={to}
        onClick={(event) => {
          if (!read) return
          event.preventDefault()
          void load(read)
        }}
        className={pageLink}
      >
        {failed ? t('live.retry') : state === 'loading' ? t('states.loadingMessages') : label}
      </ThreadLink>
    </>
  )
}

function Older({ to }: { to: string }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  return (
    <p className="mb-2 flex flex-wrap items-center justify-center gap-2">
      <MorePage to={to} label={t('screen.older')} read={actions?.loadOlder ?? null} />
    </p>
  )
}

/** Links to the next page below, and to the end of the conversation. */
function Newer({ base, after, onLoad }: { base: string; after: number; onLoad: () => Promise<boolean> }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  function toEnd(event: MouseEvent) {
    if (!actions) return
    event.preventDefault()
    void actions.toEnd()
  }
  return (
    <p className="mt-3 mb-2 flex flex-wrap items-center justify-center gap-2">
      <MorePage to={`${base}?after=${after}`} label={t('screen.newer')} read={actions && onLoad} />
      <ThreadLink to={`${base}?latest`} onClick={toEnd} className={pageLink}>
        {t('screen.latest')}
      </ThreadLink>
    </p>
  )
}

/** A button to the end of the conversation, once the viewer has scrolled away from it, with what is new there. */
function JumpToEnd({ scroller, open }: { scroller: RefObject<HTMLElement>; open: OpenConversation }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const [above, setAbove] = useState(0)
  const { hasNewer, conversation } = open
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    // In steps, because each change renders.
    const look = () => setAbove([-40, -400].filter((step) => box.scrollTop < step).length)
    // A link to a message has scrolled before there was anything to listen.
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scroller])
  const fresh = above > 0 || hasNewer ? conversation.unread : 0
  if (!actions || !(fresh > 0 || above > 1 || hasNewer)) return null
  async function jump() {
    if (hasNewer) await actions?.toEnd()
    // At once: pieces get their size when they come into view, which would end a smooth scroll before it is there.
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <Button
      size={fresh > 0 ? 'sm' : 'icon'}
      variant={fresh > 0 ? 'primary' : 'outline'}
      icon={ArrowDown}
      className={classes('absolute end-4 bottom-3 rounded-full shadow', fresh === 0 && 'bg-card hover:bg-accent')}
      onClick={() => void jump()}
    >
      {fresh > 0 ? t('states.newMessages', { count: fresh }) : t('screen.toTheEnd')}
    </Button>
  )
}
