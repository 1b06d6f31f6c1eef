import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** The page on which an owner enters their password for a step that concerns how a member logs in. */
export function PasswordForMember({
  formId,
  lastResult,
  member,
  email,
  texts,
}: {
  formId: string
  lastResult: SubmissionResult<string[]> | undefined
  member: { id: string; name: string }
  /** The owner's own, for password managers. */
  email: string
  texts: { title: string; heading: string; text: string; submit: string; password: string }
}) {
  const { t } = useTranslation('team')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<{ password: string }>({ id: formId, lastResult })
  const path = `/team/${member.id}`
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('title'), to: '/team' }, { label: member.name, to: path }, { label: texts.title }]}
      />
      <Form method="post" id={form.id} noValidate>
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <FormCard
          title={texts.heading}
          description={texts.text}
          actions={
            <>
              <SubmitButton variant="destructive">{texts.submit}</SubmitButton>
              <ButtonLink to={path} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={{ password: texts.password }} />
          <PasswordField field={fields.password} label={texts.password} required />
        </FormCard>
      </Form>
    </div>
  )
}
