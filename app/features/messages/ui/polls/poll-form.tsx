import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { maxQuestionLength, pollOptions } from '#app/features/messages/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Values = { question: string; options: string; multiple?: string; anonymous?: string; closesAt: string }

/** A new poll: its question, and its options by lines, which need no scripts to become more. */
export function PollForm({
  conversation: { id, name },
  clientId,
  lastResult,
}: {
  conversation: { id: string; name: string }
  clientId: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation(['polls', 'ui'])
  const { zone } = useFormat()
  const [form, fields] = useForm<Values>({ id: 'poll', lastResult, defaultValue: {} })
  const labels = { question: t('question'), options: t('options'), closesAt: `${t('closesAt')} (${zone})` }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: `/messages/${id}` },
          { label: t('new.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate>
        <input type="hidden" name="clientId" value={clientId} />
        <FormCard
          actions={
            <>
              <SubmitButton icon={ListChecks} wide>
                {t('new.submit')}
              </SubmitButton>
              <ButtonLink to={`/messages/${id}`} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={labels} />
          <Field field={fields.question} label={labels.question} maxLength={maxQuestionLength} required />
          <TextArea
            field={fields.options}
            label={labels.options}
            hint={t('optionsHint', { least: pollOptions.least, most: pollOptions.most })}
            rows={5}
            required
          />
          <div className="flex flex-col">
            <Checkbox field={fields.multiple} label={t('multiple')} hint={t('multipleHint')} />
            <Checkbox field={fields.anonymous} label={t('anonymous')} hint={t('anonymousHint')} />
          </div>
          <Field
            field={fields.closesAt}
            label={labels.closesAt}
            type="datetime-local"
            hint={t('closesAtHint')}
            className="sm:max-w-sm"
            optional
          />
        </FormCard>
      </Form>
    </div>
  )
}
