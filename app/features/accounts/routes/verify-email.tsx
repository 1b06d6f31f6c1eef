import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findTokenOwner, hasVerifiedEmail } from '#app/features/accounts/account-tokens.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { resendVerification } from '#app/features/accounts/resend-verification.server.ts'
import { resendSchema, verifySchema } from '#app/features/accounts/schemas.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { ConfirmEmail } from '#app/features/accounts/ui/confirm-email.tsx'
import { verifyEmail } from '#app/features/accounts/verify-email.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:verify.title', scripts: false }

/** Opening the link changes nothing: a scanner of mails opens every link, in nobody's session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (searchParams.get('done') === 'true') return data({ state: 'done' as const })
  if (!token) return data({ state: 'invalid' as const, reason: 'verify.noToken' as const }, { status: 400 })
  const owner = findTokenOwner(ctx.db, ctx.now, 'verify_email', token)
  if (owner) {
    const asksPassword = ctx.actor?.id !== owner.userId
    return data({ state: 'confirm' as const, token, email: owner.email, asksPassword })
  }
  if (hasVerifiedEmail(ctx.db, token)) return data({ state: 'done' as const })
  return data({ state: 'invalid' as const, reason: 'verify.failed' as const }, { status: 410 })
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  const form = await readForm(request, (posted) => !posted.has('token'))
  if (form.has('token')) {
    return handleFormData(form, verifySchema, async (input) => {
      await verifyEmail(ctx, input)
      return redirect('/verify-email?done=true', { status: 303 })
    })
  }
  return handleFormData(form, resendSchema, async ({ email }) => {
    await resendVerification(ctx, { email })
    return data({ sent: true as const, email }, { status: 200 })
  })
}

/** Redirects to the login page three seconds after success, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '3;url=/login?verified=true' }] : []

export default function VerifyEmail() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  if (page.state === 'done') {
    return (
      <AccountCard title={t('verify.doneHeading')}>
        <Alert tone="success">{t('verify.done')}</Alert>
        <ButtonLink to="/login?verified=true" size="lg">
          {t('verify.continue')}
        </ButtonLink>
      </AccountCard>
    )
  }
  if (page.state === 'confirm') return <ConfirmEmail page={page} lastResult={resultOf(answer)} />
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
      {!answer && <Alert tone="danger">{t(page.reason)}</Alert>}
      <ResendForm lastResult={resultOf(answer)} />
    </AccountCard>
  )
}

const resultOf = (answer: ReturnType<typeof useActionData<typeof action>>) =>
  answer && 'lastResult' in answer ? answer.lastResult : undefined

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
