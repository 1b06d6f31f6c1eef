import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { MessageFrame } from '#app/features/messages/ui/pages/message-frame.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** A message, and its translation below it once it was asked for (MSG-29). */
export function TranslationPage({
  conversation,
  message,
  viewerId,
  host,
  model,
  back,
  translation,
  lastResult,
}: {
  conversation: ConversationDetail
  message: ShownMessage
  viewerId: string
  /** Where the text is sent; null where there is no language model. */
  host: string | null
  model: string | null
  back: string
  translation: string | null
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('translation')
  const [form] = useForm({ id: 'translation', lastResult, defaultValue: {} })
  return (
    <MessageFrame {...{ conversation, message, viewerId, back }} title={t('title')}>
      {translation !== null && (
        <Card title={t('result')} description={t('machine', { model: model ?? '' })}>
          {/* Neither formatted nor linked: nobody of the conversation wrote it. */}
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {translation}
          </p>
        </Card>
      )}
      {host === null && <p className="text-sm text-muted-foreground">{t('none')}</p>}
      {host !== null && translation === null && (
        <Form method="post" id={form.id} noValidate className="flex flex-col items-start gap-3">
          <ErrorSummary form={form} labels={{}} />
          <p className="text-sm text-muted-foreground">{t('sent', { host })}</p>
          <SubmitButton icon={Languages}>{t('submit')}</SubmitButton>
        </Form>
      )}
    </MessageFrame>
  )
}
