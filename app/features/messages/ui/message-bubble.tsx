import { Bookmark, Paperclip, Pin } from 'lucide-react'
import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { systemLineOf } from '#app/features/conversations/system-line.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { maxCountedReplies } from '#app/features/messages/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { classes } from '#app/ui/classes.ts'
import { Attachments } from '#app/ui/media/attachment-tiles.tsx'
import { useText } from '#app/ui/text.ts'
import { loadedPart } from '#app/ui/use-loaded.ts'
import { ForwardedLine } from './forward/forwarded-line.tsx'
import { LinkCard, MessageText } from './message-text.tsx'
import { Poll as RenderedPoll } from './polls/poll.tsx'
import { Reactions } from './reactions.tsx'
import { ReplyQuote } from './reply-quote.tsx'
import { ThreadLink, useThreadContext } from './thread-context.tsx'
import { NotSent, Tick, UploadProgress } from './tick.tsx'

// Few messages are polls.
const Poll = import.meta.env.SSR
  ? RenderedPoll
  : loadedPart(
      () => import('./polls/poll.tsx'),
      (loaded) => loaded.Poll,
    )

type Props = { message: ShownMessage; begins: boolean; ends: boolean }

/** A message: the viewer's own at the end of the line, others' at its start. */
export const MessageBubble = memo(function MessageBubble({ message, begins, ends }: Props) {
  const { t } = useTranslation('chat')
  const { viewerId, conversation, reply } = useThreadContext()
  if (message.kind === 'system') return <SystemLine message={message} />
  const canAnswer = reply !== null && message.state === 'live' && Number.isFinite(message.seq)
  const own = message.authorId === viewerId
  // There is room for the face of its author, whom only the first message of several shows.
  const beside = conversation.type !== 'direct' && !own
  return (
    <li
      id={Number.isFinite(message.seq) ? `m${message.seq}` : undefined}
      data-message={message.id}
      data-swipe={canAnswer ? message.id : undefined}
      tabIndex={-1}
      className={classes('message', own && 'is-own', begins && 'is-first', ends && 'is-last', beside && 'is-beside')}
    >
      {beside && begins && <Avatar id={message.authorId} name={message.authorName} />}
      <div>
        <span className={begins && beside ? 'message-author' : 'sr-only'}>
          {own ? t('states.you') : message.authorName}
        </span>
        <div>
          <Content message={message} own={own} />
          <Buttons message={message} />
        </div>
        {message.tick === 'failed' && <NotSent message={message} />}
        <Work messageId={message.id} />
        {message.replies.length > 0 && <Replies message={message} />}
        {message.reactions.length > 0 && <Reactions message={message} />}
      </div>
    </li>
  )
})

function Content({ message, own }: { message: ShownMessage; own: boolean }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { createdAt } = message
  const { alone, conversation } = useThreadContext()
  const gone = message.state !== 'live'
  return (
    <div className={classes('bubble', gone && 'is-gone', message.tick === 'pending' && 'opacity-80')}>
      {gone ? (
        <em className="text-muted-foreground">{t('states.deleted')}</em>
      ) : (
        <>
          {message.forwarded && <ForwardedLine forwarded={message.forwarded} />}
          {message.replyTo && <ReplyQuote reply={message.replyTo} />}
          {message.attachments.length > 0 && (
            <div className="my-1">
              <Attachments attachments={message.attachments} />
            </div>
          )}
          {message.uploads && message.uploads.length > 0 && <Upload message={message} names={message.uploads} />}
          {message.poll ? (
            <Suspense>
              <Poll message={message} poll={message.poll} />
            </Suspense>
          ) : (
            message.text && <MessageText message={message} alone={alone} />
          )}
          {message.preview && <LinkCard preview={message.preview} />}
        </>
      )}
      {/* Edited, pinned, time and delivery status: at the end of the last line if there is room. */}
      <span>
        {message.pinnedAt !== null && !gone && (
          <>
            <Pin aria-hidden />
            <span className="sr-only">{t('states.pinned')}</span>
          </>
        )}
        {!gone && conversation.savedIds.includes(message.id) && (
          <>
            <Bookmark aria-hidden />
            <span className="sr-only">{t('states.saved')}</span>
          </>
        )}
        {message.editedAt !== null && !gone && <span>{t('states.edited')}</span>}
        <time dateTime={new Date(createdAt).toISOString()} title={format.dateTime(createdAt)}>
          {format.time(createdAt)}
        </time>
        {own && !gone && <Tick tick={message.tick} />}
      </span>
    </div>
  )
}

/** The files that are being uploaded, with a button to cancel, which gives the text and the files back to the composer. */
function Upload({ message: { progress, clientId }, names }: { message: ShownMessage; names: readonly string[] }) {
  const { giveBack } = useThreadContext()
  return (
    <>
      {names.map((name) => (
        <span key={name} className="flex items-center gap-1.5 wrap-anywhere">
          <Paperclip aria-hidden className="size-3.5 shrink-0" />
          {name}
        </span>
      ))}
      {progress !== undefined && progress < 1 && (
        <UploadProgress
          names={names}
          progress={progress}
          onCancel={giveBack && clientId ? () => giveBack(clientId) : null}
        />
      )}
    </>
  )
}

/**
 * The buttons for a reply and for the menu, which are links without scripts and until the menu has loaded. Plain ones, whose icons the
 * style sheet draws, because there are two per message.
 */
function Buttons({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('chat')
  const { conversation, alone, framed, reply, replyLink, openMenu } = useThreadContext()
  if (alone || message.state !== 'live' || !Number.isFinite(message.seq)) return null
  const base = `/messages/${conversation.id}`
  const target = framed ? '_parent' : undefined
  return (
    <>
      {/* One element before and after the menu has loaded, so that it keeps the focus. */}
      <a
        href={`${base}/messages/${message.id}`}
        target={target}
        className="message-menu"
        role={openMenu ? 'button' : undefined}
        aria-haspopup={openMenu ? 'true' : undefined}
        onClick={(event) => {
          if (!openMenu) return
          event.preventDefault()
          openMenu(message, event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (!openMenu || event.key !== ' ') return
          event.preventDefault()
          openMenu(message, event.currentTarget)
        }}
      >
        {t('menu.open')}
      </a>
      <a
        href={replyLink?.(message.id) ?? `${base}?reply=${message.id}#composer`}
        target={target}
        className="message-reply"
        onClick={(event) => {
          if (!reply) return
          event.preventDefault()
          reply(message)
        }}
      >
        {t('menu.replyTo', { name: message.authorName })}
      </a>
    </>
  )
}

/** What was made of it: a change order, or a note on a milestone. */
function Work({ messageId }: { messageId: string }) {
  const { t } = useTranslation('chat')
  const { work } = useThreadContext().conversation
  return work
    .filter((each) => each.messageId === messageId)
    .map(({ kind, to, name }) => (
      <ThreadLink key={`${kind} ${to} ${name}`} to={to} className="message-replies">
        {name === null ? t('states.work.draft') : t(`states.work.${kind}`, { name })}
      </ThreadLink>
    ))
}

/** How many messages answer it, with a link to them. */
function Replies({ message: { id, seq, replies } }: { message: ShownMessage }) {
  const { t } = useTranslation('chat')
  const { conversation, alone } = useThreadContext()
  if (alone) return null
  return (
    <ThreadLink to={`/messages/${conversation.id}/messages/${id}/replies#m${seq}`} className="message-replies">
      {replies.length < maxCountedReplies
        ? t('states.replies', { count: replies.length })
        : t('states.manyReplies', { most: maxCountedReplies - 1 })}
    </ThreadLink>
  )
}

function SystemLine({ message }: { message: ShownMessage }) {
  const { viewerId } = useThreadContext()
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
        {text(`chat:system.${systemLineOf(message, viewerId)}`, message.params ?? {})}{' '}
        <time dateTime={new Date(message.createdAt).toISOString()}>{format.time(message.createdAt)}</time>
      </p>
    </li>
  )
}
