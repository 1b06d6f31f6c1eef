import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Values = { text: string; sendAt: string }

/** A message to send later: its text and the time, in the user's own zone. */
export function ScheduleForm({
  conversation: { id, name },
  initial,
  submissionId,
  lastResult,
  texts,
}: {
  conversation: { id: string; name: string }
  initial: Values
  submissionId?: string
  lastResult: SubmissionResult<string[]> | undefined
  texts: 'new' | 'edit'
}) {
  const { t } = useTranslation(['scheduledmessages', 'ui'])
  const { zone } = useFormat()
  const [form, fields] = useForm<Values>({ id: 'scheduled-message', lastResult, defaultValue: initial })
  const labels = { text: t('field.text'), sendAt: `${t('field.sendAt')} (${zone})` }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: `/messages/${id}` },
          { label: t(`${texts}.title`) },
        ]}
      />
      <Form method="post" id={form.id} noValidate>
        {submissionId && <input type="hidden" name="submissionId" value={submissionId} />}
        <FormCard
          actions={
            <>
              <SubmitButton icon={CalendarClock} wide>
                {t(`${texts}.submit`)}
              </SubmitButton>
              <ButtonLink to={texts === 'new' ? `/messages/${id}` : '/messages/scheduled'} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={labels} />
          <TextArea field={fields.text} label={labels.text} maxLength={maxTextLength} rows={6} required />
          <Field
            field={fields.sendAt}
            label={labels.sendAt}
            type="datetime-local"
            hint={t('field.hint')}
            className="sm:max-w-sm"
            required
          />
        </FormCard>
      </Form>
    </div>
  )
}
