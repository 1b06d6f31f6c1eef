import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { acceptInvite } from '#app/features/accounts/accept-invite.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { getTokenOwner } from '#app/features/accounts/queries.server.ts'
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

export const handle: PageHandle = { title: 'accounts:invite.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  if (searchParams.get('done') === 'true') return data({ state: 'done' as const })
  const token = searchParams.get('token')
  if (!token) return data({ state: 'invalid' as const, reason: 'invite.noToken' as const }, { status: 400 })
  const owner = getTokenOwner(ctx, 'invite', token)
  if (!owner) return data({ state: 'invalid' as const, reason: 'invite.tokenInvalid' as const }, { status: 410 })
  const { name, email } = owner
  return data({ state: 'form' as const, token, name, email, minPassword: minPasswordLength('invite') })
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, tokenPasswordSchema(minPasswordLength('invite')), async ({ token, password }) => {
    await acceptInvite(ctx, { token, password })
    return redirect('/set-password?done=true', { status: 303 })
  })
}

/** Two seconds after the success comes the login, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '2;url=/login' }] : []

export default function SetPassword() {
  const loaded = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  if (loaded.state === 'done') {
    return (
      <AccountCard title={t('invite.doneHeading')}>
        <Alert tone="success">{t('invite.done')}</Alert>
        <ButtonLink to="/login" size="lg">
          {t('login.submit')}
        </ButtonLink>
      </AccountCard>
    )
  }
  if (loaded.state === 'invalid') {
    return (
      <AccountCard title={t('invite.invalidHeading')}>
        <Alert tone="danger">{t(loaded.reason)}</Alert>
        <p className="text-sm text-muted-foreground">{t('invite.invalidHint')}</p>
        <ButtonLink to="/login" variant="outline" size="lg">
          {t('backToLogin')}
        </ButtonLink>
      </AccountCard>
    )
  }
  return <SetPasswordForm {...loaded} />
}

type FormProps = { token: string; name: string; email: string; minPassword: number }

function SetPasswordForm({ token, name, email, minPassword }: FormProps) {
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm({ id: 'set-password', lastResult: actionData?.lastResult })
  return (
    <AccountCard title={t('invite.heading', { name })} description={t('invite.description')}>
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <input type="hidden" name="token" value={token} />
        <Field id="set-password-name" label={t('invite.name')} value={name} readOnly />
        <Field id="set-password-email" label={t('email')} type="email" value={email} autoComplete="username" readOnly />
        <NewPasswordFields password={fields.password} confirmPassword={fields.confirmPassword} min={minPassword} />
        <SubmitButton size="lg" className="w-full">
          {t('invite.submit')}
        </SubmitButton>
      </Form>
      <PasswordToggleScript />
    </AccountCard>
  )
}
