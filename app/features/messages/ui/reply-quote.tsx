import { useTranslation } from 'react-i18next'
import type { ReplyReference } from '#app/features/conversations/message-view.ts'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
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
      className="mt-0.5 mb-1.5 block rounded-sm border-s-3 border-primary bg-foreground/5 px-2 py-1 text-xs hover:bg-foreground/8"
    >
      <span className="sr-only">{t('states.inReplyTo')} </span>
      <span className="block truncate font-medium text-foreground">{name}</span>
      <span className="line-clamp-2 text-foreground/80 wrap-anywhere">
        {reply.gone ? <em>{t('states.deleted')}</em> : <QuotedContent reply={reply} />}
      </span>
    </ThreadLink>
  )
}

/** The text of the quoted message, or the kind of its file. */
function QuotedContent({ reply }: { reply: Pick<ReplyReference, 'text' | 'attachmentPreview'> }) {
  const { t } = useTranslation(['chat', 'livechat'])
  if (reply.text) return <>{shortened(reply.text, replyTextLength)}</>
  const kind = reply.attachmentPreview ?? 'document'
  return <>{t(`livechat:file.${kind === 'document' ? 'file' : kind}`)}</>
}
