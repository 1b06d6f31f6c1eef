import { useTranslation } from 'react-i18next'
import type { ReplyReference } from '#app/features/conversations/message-view.ts'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { fileIcons } from '#app/features/conversations/ui/conversation-row.tsx'
import { replyTextLength } from '#app/features/messages/limits.ts'
import { ThreadLink, useThreadContext } from './thread-context.tsx'

/** The quoted message of a reply, with a link to it on whichever page it is. */
export function ReplyQuote({ reply }: { reply: ReplyReference }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { conversation, viewerId } = useThreadContext()
  const name = reply.senderId === viewerId ? t('states.you') : reply.senderName
  return (
    <ThreadLink
      to={`/messages/${conversation.id}?around=${reply.seq}#m${reply.seq}`}
      onClick={(event) => {
        if (!actions) return
        event.preventDefault()
        void actions.jumpTo(reply.messageId)
      }}
      className="reply-quote"
    >
      <span className="reply-said">
        <span className="sr-only">{t('states.inReplyTo')} </span>
        <span className="reply-author">{name}</span>
        <span className="reply-text">
          {reply.gone ? <em>{t('states.deleted')}</em> : <Quoted text={reply.text} file={reply.attachment} />}
        </span>
      </span>
      <QuotedPicture file={reply.attachment} />
    </ThreadLink>
  )
}

type QuotedFile = ReplyReference['attachment']

/** The text of a quoted message, or its file: the kind, and of a document the name. */
export function Quoted({ text, file }: { text: string; file: QuotedFile | undefined }) {
  const { t } = useTranslation('livechat')
  const kind = !file || file.kind === 'document' ? 'file' : file.kind
  const Icon = fileIcons[kind]
  return (
    <>
      {file && <Icon aria-hidden className="me-1 inline size-3.5 align-[-0.125em]" />}
      {shortened(text, replyTextLength) || (file && kind === 'file' ? file.name : t(`file.${kind}`))}
    </>
  )
}

/** A quoted image, small. */
export function QuotedPicture({ file }: { file: QuotedFile | undefined }) {
  if (!file?.thumbnail) return null
  return (
    <img
      src={`/files/${file.id}?size=small`}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      className="size-10 shrink-0 rounded-xs object-cover"
    />
  )
}
