import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { getTokenOwner } from '#app/features/accounts/queries.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'
import { tokenPasswordSchema } from '#app/features/accounts/schemas.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { NewPasswordFields } from '#app/features/accounts/ui/new-password-fields.tsx'
import { PasswordToggleScript } from '#app/features/accounts/ui/password-toggle-script.tsx'
import { handleForm } from '#app/platform/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:reset.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  if (searchParams.get('done') === 'true') return data({ state: 'done' as const })
  const token = searchParams.get('token')
  if (!token) return data({ state: 'invalid' as const, reason: 'reset.noToken' as const }, { status: 400 })
  const owner = getTokenOwner(ctx, 'reset_password', token)
  if (!owner) return data({ state: 'invalid' as const, reason: 'reset.tokenInvalid' as const }, { status: 410 })
  return data({ state: 'form' as const, token, email: owner.email, minPassword: minPasswordLength('reset') })
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, tokenPasswordSchema(minPasswordLength('reset')), async ({ token, password }) => {
    await resetPassword(ctx, { token, password })
    return redirect('/reset-password?done=true', { status: 303 })
  })
}

/** Three seconds after the success comes the login, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '3;url=/login' }] : []

export default function ResetPassword() {
  const loaded = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  if (loaded.state === 'done') {
    return (
      <AccountCard title={t('reset.doneHeading')}>
        <Alert tone="success">{t('reset.done')}</Alert>
        <ButtonLink to="/login" size="lg">
          {t('login.submit')}
        </ButtonLink>
      </AccountCard>
    )
  }
  if (loaded.state === 'invalid') {
    return (
      <AccountCard title={t('reset.invalidHeading')}>
        <Alert tone="danger">{t(loaded.reason)}</Alert>
        <p className="text-sm text-muted-foreground">{t('reset.invalidHint')}</p>
        <ButtonLink to="/forgot-password" size="lg">
          {t('reset.requestNew')}
        </ButtonLink>
        <ButtonLink to="/login" variant="outline" size="lg">
          {t('backToLogin')}
        </ButtonLink>
      </AccountCard>
    )
  }
  return <ResetForm {...loaded} />
}

function ResetForm({ token, email, minPassword }: { token: string; email: string; minPassword: number }) {
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm({ id: 'reset', lastResult: actionData?.lastResult })
  return (
    <AccountCard
      title={t('reset.heading')}
      description={t('reset.description')}
      below={
        <TextLink to="/login" block>
          {t('backToLogin')}
        </TextLink>
      }
    >
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <input type="hidden" name="token" value={token} />
        <Field id="reset-email" label={t('email')} type="email" value={email} autoComplete="username" readOnly />
        <NewPasswordFields
          password={fields.password}
          confirmPassword={fields.confirmPassword}
          min={minPassword}
          replaces
        />
        <SubmitButton size="lg" className="w-full">
          {t('reset.submit')}
        </SubmitButton>
      </Form>
      <PasswordToggleScript />
    </AccountCard>
  )
}
