import { Ellipsis, Pin, Reply } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShownMessage, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { classes } from '#app/ui/classes.ts'
import { Attachments } from '#app/ui/media/attachment-tiles.tsx'
import { useText } from '#app/ui/text.ts'
import { LinkCard, MessageText } from './message-text.tsx'
import { Reactions } from './reactions.tsx'
import { ReplyQuote } from './reply-quote.tsx'
import { ThreadLink, useThreadContext } from './thread-context.tsx'
import { NotSent, Tick, UploadProgress } from './tick.tsx'

type Props = { message: ShownMessage; begins: boolean; ends: boolean }

/** A message: the viewer's own at the end of the line, others' at its start. */
export const MessageBubble = memo(function MessageBubble({ message, begins, ends }: Props) {
  const { viewerId, conversation, reply } = useThreadContext()
  if (message.kind === 'system') return <SystemLine message={message} />
  const canAnswer = reply !== null && message.state === 'live' && Number.isFinite(message.seq)
  const own = message.authorId === viewerId
  const group = conversation.type !== 'direct'
  return (
    <li
      id={Number.isFinite(message.seq) ? `m${message.seq}` : undefined}
      data-message={message.id}
      data-swipe={canAnswer ? message.id : undefined}
      tabIndex={-1}
      className={classes(
        'group/message data-swipe:touch-pan-y data-swiped:bg-primary/12 -mx-2 flex scroll-my-16 gap-2 rounded-md px-2 target:bg-primary/12 focus-visible:outline-offset-0',
        begins ? 'pt-2' : 'pt-0.5',
        own && 'flex-row-reverse',
      )}
    >
      {group && !own && <span className="w-8 shrink-0">{begins && <Avatar name={message.authorName} />}</span>}
      <div
        className={classes(
          'flex min-w-0 max-w-[85%] flex-col @3xl/chat:max-w-[75%]',
          own ? 'items-end' : 'items-start',
        )}
      >
        <Author message={message} own={own} shown={begins && group && !own} />
        <div className={classes('flex max-w-full items-center gap-1', own && 'flex-row-reverse')}>
          <Content message={message} own={own} ends={ends} />
          <Buttons message={message} own={own} />
        </div>
        <NotSent message={message} />
        <Reactions message={message} />
      </div>
    </li>
  )
})

function Author({ message, own, shown }: { message: ShownMessage; own: boolean; shown: boolean }) {
  const { t } = useTranslation('chat')
  return (
    <span className={shown ? 'px-1 pb-0.5 text-xs font-medium text-muted-foreground' : 'sr-only'}>
      {own ? t('states.you') : message.authorName}
    </span>
  )
}

function Content({ message, own, ends }: { message: ShownMessage; own: boolean; ends: boolean }) {
  const { t } = useTranslation('chat')
  const gone = message.state !== 'live'
  return (
    <div
      className={classes(
        'min-w-0 rounded-lg px-3 py-1.5 text-base leading-6 text-foreground sm:text-sm sm:leading-5',
        own ? 'bg-primary/12' : 'bg-card ring-1 ring-border ring-inset',
        ends && (own ? 'rounded-ee-xs' : 'rounded-es-xs'),
        gone && 'bg-transparent ring-1 ring-border ring-inset',
        message.tick === 'pending' && 'opacity-80',
      )}
    >
      {gone ? (
        <em className="text-muted-foreground">{t('states.deleted')}</em>
      ) : (
        <>
          {message.replyTo && <ReplyQuote reply={message.replyTo} />}
          {message.attachments.length > 0 && (
            <div className="my-1">
              <Attachments attachments={message.attachments} />
            </div>
          )}
          <Upload message={message} />
          {message.text && <MessageText message={message} />}
          {message.preview && <LinkCard preview={message.preview} />}
        </>
      )}
      <Meta message={message} own={own} gone={gone} />
    </div>
  )
}

/** The upload of its files, with a button to cancel. */
function Upload({ message: { progress, clientId } }: { message: ShownMessage }) {
  const actions = useChatActions()
  if (progress === undefined || progress >= 1) return null
  return <UploadProgress progress={progress} onCancel={actions && clientId ? () => actions.discard(clientId) : null} />
}

/** Edited, pinned, time and delivery status: at the end of the last line if there is room. */
function Meta({ message, own, gone }: { message: ShownMessage; own: boolean; gone: boolean }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  return (
    <span
      className={classes(
        'float-end ms-3 mt-1 inline-flex items-center gap-1 text-xs leading-4 select-none',
        own && !gone ? 'text-foreground/80' : 'text-muted-foreground',
      )}
    >
      {message.pinnedAt !== null && !gone && (
        <>
          <Pin aria-hidden className="size-3" />
          <span className="sr-only">{t('states.pinned')}</span>
        </>
      )}
      {message.editedAt !== null && !gone && <span>{t('states.edited')}</span>}
      <time dateTime={new Date(message.createdAt).toISOString()} title={format.dateTime(message.createdAt)}>
        {format.time(message.createdAt)}
      </time>
      {own && !gone && <Tick tick={message.tick} />}
    </span>
  )
}

const button =
  'grid size-7 shrink-0 cursor-pointer place-items-center rounded-full text-muted-foreground hover:bg-accent hover:text-accent-foreground'

/** The buttons for a reply and for the menu, which are links without scripts. */
function Buttons({ message, own }: { message: ShownMessage; own: boolean }) {
  const { t } = useTranslation('chat')
  const { conversation, alone, reply, openMenu } = useThreadContext()
  if (alone || message.state !== 'live' || !Number.isFinite(message.seq)) return null
  const base = `/messages/${conversation.id}`
  const to = `${base}/messages/${message.id}`
  const name = message.authorName
  return (
    <span className={classes('flex shrink-0 print:hidden', own && 'flex-row-reverse')}>
      {openMenu ? (
        <button
          type="button"
          aria-haspopup="true"
          onClick={(event) => openMenu(message, event.currentTarget)}
          className={button}
        >
          <Ellipsis aria-hidden className="size-4" />
          <span className="sr-only">{t('menu.open')}</span>
        </button>
      ) : (
        <ThreadLink to={to} className={button}>
          <Ellipsis aria-hidden className="size-4" />
          <span className="sr-only">{t('menu.open')}</span>
        </ThreadLink>
      )}
      <ThreadLink
        to={`${base}?reply=${message.id}#composer`}
        onClick={(event) => {
          if (!reply) return
          event.preventDefault()
          reply(message)
        }}
        className={classes(
          button,
          '@max-md/chat:hidden focus-visible:opacity-100 group-hover/message:opacity-100 group-focus-within/message:opacity-100 pointer-fine:opacity-0',
        )}
      >
        <Reply aria-hidden className="size-4 rtl:-scale-x-100" />
        <span className="sr-only">{t('menu.replyTo', { name })}</span>
      </ThreadLink>
    </span>
  )
}

function SystemLine({ message }: { message: ShownMessage }) {
  const text = useText()
  const format = useFormat()
  return (
    <li
      id={`m${message.seq}`}
      data-message={message.id}
      tabIndex={-1}
      className="my-2 flex justify-center rounded-md target:bg-primary/12"
    >
      <p className="max-w-[90%] rounded-full bg-muted px-3 py-1 text-center text-xs text-balance text-muted-foreground wrap-anywhere">
        {text(`chat:system.${message.text}`, message.params ?? {})}{' '}
        <time dateTime={new Date(message.createdAt).toISOString()}>{format.time(message.createdAt)}</time>
      </p>
    </li>
  )
}
