import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { templateVariables } from '#app/features/contract-templates/template.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Writes or changes a contract template; names the variables that its terms can use. */
export function TemplateForm({
  lastResult,
  initial,
  submissionId,
  expectedVersion,
  more,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  initial: { name: string; terms: string }
  submissionId: string
  expectedVersion?: number
  more?: ReactNode
}) {
  const { t } = useTranslation('contracttemplates')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<typeof initial>({ id: 'template', lastResult, defaultValue: initial })
  const labels = { name: t('form.name'), terms: t('form.terms') }
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to="/contracts/templates" />
      <FormCard
        actions={
          <>
            <SubmitButton>{t('form.save')}</SubmitButton>
            <ButtonLink to="/contracts/templates" variant="outline">
              {ui('cancel')}
            </ButtonLink>
            {more}
          </>
        }
      >
        <Field field={fields.name} label={labels.name} required maxLength={100} />
        <div className="text-sm text-muted-foreground">
          <p>{t('form.variables')}</p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {templateVariables.map((name) => (
              <li key={name}>
                <code className="font-mono text-foreground">{`{{${name}}}`}</code> {t(`variable.${name}`)}
              </li>
            ))}
          </ul>
        </div>
        <TextArea field={fields.terms} label={labels.terms} hint={t('form.termsHint')} rows={20} required />
      </FormCard>
    </Form>
  )
}
