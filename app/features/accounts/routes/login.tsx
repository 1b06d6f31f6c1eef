import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireGuest, visitorContext } from '#app/features/accounts/guards.server.ts'
import { enterByPasskey } from '#app/features/accounts/passkeys/enter-by-passkey.server.ts'
import { loginSchema, passkeyLoginSchema } from '#app/features/accounts/schemas.server.ts'
import { authenticator } from '#app/features/accounts/sessions/authenticator.server.ts'
import { hadSession } from '#app/features/accounts/sessions/expired-session.server.ts'
import { rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { rememberPendingLogin } from '#app/features/accounts/sessions/pending-login.server.ts'
import { forgetReturnTo, hasReturnTo, readReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { signIn } from '#app/features/accounts/sessions/session.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { PasskeyLogin } from '#app/features/accounts/ui/passkey-login.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:login.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request)
  const { searchParams } = new URL(request.url)
  const isSet = (name: string) => searchParams.get(name) === 'true'
  const shown = { known: isSet('known'), verified: isSet('verified'), ended: isSet('ended'), unsent: isSet('unsent') }
  const reason = searchParams.size === 0 ? await reasonOf(request) : null
  return { ...shown, late: isSet('late'), reason }
}

/** Why a guest who had requested a page was sent here. */
async function reasonOf(request: Request): Promise<'login.expired' | 'login.asked' | null> {
  if (!(await hasReturnTo(request))) return null
  return (await hadSession(request)) ? 'login.expired' : 'login.asked'
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request.clone(), () => true)
  if (form.get('passkey')) {
    const ctx = await visitorContext(request)
    return handleFormData(form, passkeyLoginSchema, ({ passkey, rememberMe: remember }) =>
      enterByPasskey(request, ctx, { passkey, remember }),
    )
  }
  return handleFormData(form, loginSchema, async ({ rememberMe }) => {
    const { userId, mustChangePassword, needsCode, device } = await authenticator.authenticate('form', request)
    if (needsCode) {
      const pending = await rememberPendingLogin({ userId, remember: rememberMe, device })
      return redirect('/login/code', { status: 303, headers: { 'Set-Cookie': pending } })
    }
    const headers = new Headers({ 'Set-Cookie': await signIn(request, userId, rememberMe) })
    headers.append('Set-Cookie', await rememberDevice(request, userId))
    if (mustChangePassword) return redirect('/security?force_change=true', { status: 303, headers })
    headers.append('Set-Cookie', await forgetReturnTo())
    return redirect(await readReturnTo(request), { status: 303, headers })
  })
}

export default function Login() {
  const { known, verified, ended, unsent, late, reason } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm({ id: 'login', lastResult: actionData?.lastResult })
  return (
    <AccountCard
      title={t('login.heading')}
      description={t('login.description')}
      below={
        <p>
          {t('login.noAccount')}{' '}
          <TextLink to="/signup" block>
            {t('login.signUp')}
          </TextLink>
        </p>
      }
    >
      {reason && <Alert tone="info">{t(reason)}</Alert>}
      {ended && <Alert tone="info">{t('login.ended')}</Alert>}
      {late && <Alert tone="info">{t('login.late')}</Alert>}
      {unsent && <Alert tone="warning">{t('login.unsent')}</Alert>}
      {known && <Alert tone="success">{t('login.known')}</Alert>}
      {verified && <Alert tone="success">{t('login.verified')}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} labels={{ email: t('email'), password: t('password.label') }} />
        <Field
          field={fields.email}
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
        <PasswordField
          field={fields.password}
          label={t('password.label')}
          required
          labelEnd={
            <TextLink to="/forgot-password" block className="text-sm">
              {t('login.forgot')}
            </TextLink>
          }
        />
        <Checkbox
          field={fields.rememberMe}
          label={t('login.remember')}
          hint={t('login.rememberHint')}
          className="-my-2"
        />
        <SubmitButton size="lg" className="w-full" pendingText={t('login.pending')}>
          {t('login.submit')}
        </SubmitButton>
        <PasskeyLogin address="/login/passkey" />
      </Form>
    </AccountCard>
  )
}
