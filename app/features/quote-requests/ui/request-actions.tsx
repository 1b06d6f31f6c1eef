import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { FolderPlus, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { QuoteRequestDetail } from '#app/features/quote-requests/queries.server.ts'
import type { QuoteRequestAction } from '#app/features/quote-requests/quote-request.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Result = SubmissionResult<string[]> | undefined
type Props = {
  request: QuoteRequestDetail
  actions: QuoteRequestAction[]
  /** The company whose client and project it would become; null if there is none. */
  receiver: string | null
  asksToDelete: boolean
  submissionId: string
  lastResult: Result
}

/** What can be done with a quote request in its state. */
export function RequestActions({ request, actions, receiver, asksToDelete, submissionId, lastResult }: Props) {
  const { t } = useTranslation('quoteinbox')
  const may = (action: QuoteRequestAction) => actions.includes(action)
  const intent = lastResult?.initialValue?.intent
  const of = (name: string): Result => (intent === name ? lastResult : undefined)
  if (asksToDelete)
    return (
      <Form method="post" action={`/quote-requests/${request.id}`}>
        <input type="hidden" name="intent" value="delete" />
        <ConfirmPanel
          title={t('delete.title')}
          confirmLabel={t('delete.confirm')}
          cancelTo={`/quote-requests/${request.id}`}
        >
          <p>{t('delete.text')}</p>
        </ConfirmPanel>
      </Form>
    )
  return (
    <>
      {may('reply') && <ReplyForm submissionId={submissionId} lastResult={of('reply')} />}
      {may('convert') && <ConvertForm request={request} receiver={receiver} lastResult={of('convert')} />}
      <div className="flex flex-wrap gap-3 print:hidden">
        {(['take', 'close'] as const).filter(may).map((action) => (
          <Form key={action} method="post">
            <input type="hidden" name="intent" value={action} />
            <SubmitButton variant="outline">{t(`do.${action}`)}</SubmitButton>
          </Form>
        ))}
        <ButtonLink to="?confirm=delete" variant="ghost">
          {t('delete.open')}
        </ButtonLink>
      </div>
    </>
  )
}

function ReplyForm({ submissionId, lastResult }: { submissionId: string; lastResult: Result }) {
  const { t } = useTranslation('quoteinbox')
  const [form, fields] = useForm<{ text: string }>({ id: 'reply', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 print:hidden">
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ text: t('reply.text') }} />
      <FormCard
        title={t('reply.title')}
        description={t('reply.description')}
        actions={<SubmitButton icon={Send}>{t('reply.send')}</SubmitButton>}
      >
        <TextArea field={fields.text} label={t('reply.text')} rows={6} maxLength={5000} required />
      </FormCard>
    </Form>
  )
}

function ConvertForm({ request, receiver, lastResult }: Pick<Props, 'request' | 'receiver' | 'lastResult'>) {
  const { t } = useTranslation('quoteinbox')
  const defaultValue = { location: request.city ?? '' }
  const [form, fields] = useForm<{ location: string }>({ id: 'convert', lastResult, defaultValue })
  if (receiver === null) return <Alert tone="info">{t('refused.noCompany')}</Alert>
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 print:hidden">
      <input type="hidden" name="intent" value="convert" />
      <ErrorSummary form={form} labels={{ location: t('convert.location') }} />
      <FormCard
        title={t('convert.title')}
        description={t('convert.description', { company: receiver })}
        actions={
          <SubmitButton icon={FolderPlus} variant="secondary">
            {t('convert.submit')}
          </SubmitButton>
        }
      >
        <Field field={fields.location} label={t('convert.location')} maxLength={120} required />
      </FormCard>
    </Form>
  )
}
