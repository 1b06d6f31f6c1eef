import { Form } from '@remix-run/react'
import { Reply } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { RefusedMessage, ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { maxInChain } from '#app/features/messages/limits.ts'
import { MessageBubble } from '#app/features/messages/ui/message-bubble.tsx'
import { useRevalidateLive } from '#app/features/messages/ui/pages/use-revalidate-live.ts'
import { ThreadContext, type ThreadContextValue } from '#app/features/messages/ui/thread-context.tsx'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

/** A message, what it answers and what answers it, with a form to answer. */
export function ReplyChain({
  conversation,
  message,
  messages,
  isCut,
  answered,
  viewerId,
  clientId,
  refused,
}: {
  conversation: ConversationDetail
  message: MessageView
  messages: ShownMessage[]
  isCut: boolean
  /** What the form answers; null if that is gone. */
  answered: MessageView | null
  viewerId: string
  /** Made by the server, so that a second submit sends the same message. */
  clientId: string
  refused: RefusedMessage | undefined
}) {
  const { t } = useTranslation(['messagepages', 'chat', 'ui'])
  const base = `/messages/${conversation.id}`
  const here = `${base}/messages/${message.id}/replies`
  useRevalidateLive(conversation.id)
  const place = useMemo<ThreadContextValue>(
    () => ({
      ...{ conversation, viewerId, framed: false, reply: null, edit: null, openMenu: null },
      replyLink: (id) => `${here}?to=${id}#composer`,
    }),
    [conversation, viewerId, here],
  )
  const name = answered?.authorId === viewerId ? t('chat:states.you') : (answered?.authorName ?? '')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{conversation.name}</span>, to: base },
          { label: t('replies.title') },
        ]}
      />
      <ThreadContext.Provider value={place}>
        <ol
          aria-label={t('replies.title')}
          className="@container/chat flex flex-col rounded-lg border border-border bg-background p-4"
        >
          {messages.map((each) => (
            <MessageBubble key={each.id} message={each} begins ends />
          ))}
        </ol>
      </ThreadContext.Provider>
      {isCut && <p className="text-sm text-muted-foreground">{t('replies.cut', { count: maxInChain })}</p>}
      <p>
        <ButtonLink to={`${base}?around=${message.seq}#m${message.seq}`} variant="outline">
          {t('replies.inConversation')}
        </ButtonLink>
      </p>
      {answered && conversation.rights.includes('send') && (
        <Form method="post" id="composer" encType="multipart/form-data" noValidate className="scroll-mt-20">
          <input type="hidden" name="clientId" value={clientId} />
          <input type="hidden" name="replyToId" value={answered.id} />
          <FormCard
            title={t('chat:composer.replyingTo', { name })}
            description={shortened(answered.text, 120) || undefined}
            actions={
              <SubmitButton icon={Reply} wide>
                {t('replies.submit')}
              </SubmitButton>
            }
          >
            {refused && <ErrorSummary errors={[{ message: refused.error }]} />}
            <TextArea
              key={clientId}
              name="text"
              label={t('replies.text')}
              maxLength={maxTextLength}
              defaultValue={refused?.text ?? ''}
              required
            />
          </FormCard>
        </Form>
      )}
    </div>
  )
}
