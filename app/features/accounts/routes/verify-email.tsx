import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { resendVerification } from '#app/features/accounts/resend-verification.server.ts'
import { resendSchema } from '#app/features/accounts/schemas.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { verifyEmail } from '#app/features/accounts/verify-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:verify.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return data({ verified: false, reason: 'verify.noToken' as const }, { status: 400 })
  try {
    verifyEmail(ctx, { token })
    return data({ verified: true, reason: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ verified: false, reason: 'verify.failed' as const }, { status: 410 })
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, resendSchema, async ({ email }) => {
    await resendVerification(ctx, { email })
    return data({ sent: true as const, email }, { status: 200 })
  })
}

/** Redirects to the login page three seconds after success, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.verified ? [{ httpEquiv: 'refresh', content: '3;url=/login?verified=true' }] : []

export default function VerifyEmail() {
  const { verified, reason } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  if (verified) {
    return (
      <AccountCard title={t('verify.doneHeading')}>
        <Alert tone="success">{t('verify.done')}</Alert>
        <ButtonLink to="/login?verified=true" size="lg">
          {t('verify.continue')}
        </ButtonLink>
      </AccountCard>
    )
  }
  const back = (
    <TextLink to="/login" block>
      {t('backToLogin')}
    </TextLink>
  )
  if (answer && 'sent' in answer) {
    return (
      <AccountCard title={t('verify.sentHeading')} below={back}>
        <Alert tone="success">{t('verify.sent', { email: answer.email })}</Alert>
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t('verify.failedHeading')} below={back}>
      {reason && !answer && <Alert tone="danger">{t(reason)}</Alert>}
      <ResendForm lastResult={answer?.lastResult} />
    </AccountCard>
  )
}

function ResendForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm<{ email: string }>({ id: 'resend', lastResult })
  return (
    <Form method="post" action="/verify-email" id={form.id} noValidate className="flex flex-col gap-5">
      <ErrorSummary form={form} labels={{ email: t('email') }} />
      <p className="text-sm text-muted-foreground">{t('verify.resendHint')}</p>
      <Field field={fields.email} label={t('email')} type="email" autoComplete="email" inputMode="email" required />
      <SubmitButton size="lg" className="w-full">
        {t('verify.resend')}
      </SubmitButton>
    </Form>
  )
}
