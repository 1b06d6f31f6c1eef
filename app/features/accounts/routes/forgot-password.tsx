import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { requestPasswordReset } from '#app/features/accounts/request-password-reset.server.ts'
import { forgotPasswordSchema } from '#app/features/accounts/schemas.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:forgot.title', scripts: false }

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, forgotPasswordSchema, async ({ email }) => {
    const { resetLink } = await requestPasswordReset(ctx, { email })
    return data({ sent: true as const, email, resetLink })
  })
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const back = (
    <TextLink to="/login" block>
      {t('backToLogin')}
    </TextLink>
  )
  if (answer && 'sent' in answer) {
    return (
      <AccountCard title={t('forgot.sentHeading')} below={back}>
        <Alert tone="success">{t('forgot.sent', { email: answer.email })}</Alert>
        <p className="text-sm text-muted-foreground">{t('forgot.sentHint')}</p>
        {answer.resetLink && (
          <Alert tone="info" title={t('forgot.developmentLink')}>
            <TextLink to={answer.resetLink} reloadDocument className="wrap-anywhere">
              {answer.resetLink}
            </TextLink>
          </Alert>
        )}
      </AccountCard>
    )
  }
  return <ForgotForm lastResult={answer?.lastResult} back={back} />
}

function ForgotForm({ lastResult, back }: { lastResult: SubmissionResult<string[]> | undefined; back: ReactNode }) {
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm<{ email: string }>({ id: 'forgot', lastResult })
  return (
    <AccountCard title={t('forgot.heading')} description={t('forgot.description')} below={back}>
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} labels={{ email: t('email') }} />
        <Field field={fields.email} label={t('email')} type="email" autoComplete="email" inputMode="email" required />
        <SubmitButton size="lg" className="w-full">
          {t('forgot.submit')}
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
