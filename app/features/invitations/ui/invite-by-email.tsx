import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { languages } from '#app/i18n/languages.ts'
import { isLocale } from '#app/i18n/locale.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Invites a company that is not in the directory, by an e-mail address. */
export function InviteByEmail({
  projectId,
  locale,
  lastResult,
  submissionId,
}: {
  projectId: string
  /** The language in which the mail is written unless another is chosen. */
  locale: string
  lastResult: SubmissionResult<string[]> | undefined
  submissionId: string
}) {
  const { t } = useTranslation('invitations')
  const [form, fields] = useForm<{ email: string; locale: string; note: string }>({
    id: 'invite-by-email',
    lastResult,
    defaultValue: { locale },
  })
  const labels = { email: t('byEmail.email'), locale: t('byEmail.locale'), note: t('directory.note') }
  return (
    <FormCard title={t('byEmail.title')} description={t('byEmail.description')}>
      <Form
        method="post"
        action={`/projects/${projectId}/invitations`}
        id={form.id}
        noValidate
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary form={form} labels={labels} />
        <FieldRow>
          <Field field={fields.email} label={labels.email} type="email" inputMode="email" autoComplete="off" required />
          <Select
            field={fields.locale}
            label={labels.locale}
            autoComplete="off"
            options={languages.filter(({ tag }) => isLocale(tag)).map(({ tag, name }) => ({ value: tag, label: name }))}
          />
        </FieldRow>
        <TextArea
          field={fields.note}
          label={labels.note}
          hint={t('directory.noteHint')}
          optional
          maxLength={1000}
          rows={3}
        />
        <SubmitButton icon={Send} name="by" value="email" className="self-start">
          {t('byEmail.submit')}
        </SubmitButton>
      </Form>
    </FormCard>
  )
}
