import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '#app/features/accounts/change-password.server.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { listSessions } from '#app/features/accounts/queries.server.ts'
import { changePasswordSchema } from '#app/features/accounts/schemas.server.ts'
import { endOtherSessions } from '#app/features/accounts/sessions/end-other-sessions.server.ts'
import { rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { listLogins } from '#app/features/accounts/sessions/logins.server.ts'
import { forgetReturnTo, readReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { loadSession, signIn } from '#app/features/accounts/sessions/session.server.ts'
import { getTwoFactor } from '#app/features/accounts/two-factor/queries.server.ts'
import { LoginTable } from '#app/features/accounts/ui/login-table.tsx'
import { NewPasswordFields, useNewPasswordLabels } from '#app/features/accounts/ui/new-password-fields.tsx'
import { OtherMeans } from '#app/features/accounts/ui/other-means.tsx'
import { SecurityTabs } from '#app/features/accounts/ui/security-tabs.tsx'
import { SessionTable } from '#app/features/accounts/ui/session-table.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:security.title', description: 'accounts:security.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const forced = ctx.actor.mustChangePassword
  const isSessions = !forced && new URL(request.url).searchParams.get('tab') === 'sessions'
  return {
    forced,
    email: ctx.actor.email,
    now: ctx.now,
    minPassword: minPasswordLength('change'),
    tab: isSessions ? ('sessions' as const) : ('login' as const),
    sessions: isSessions ? listSessions(ctx) : [],
    logins: isSessions ? listLogins(ctx) : [],
    twoFactor: getTwoFactor(ctx).isOn,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const form = await readForm(request, (form) => !form.has('intent'))
  const intent = form.get('intent')
  // While a password change is required, nothing else is accepted.
  if (!ctx.actor.mustChangePassword && (intent === 'end-session' || intent === 'end-others')) {
    const { ended } = endOtherSessions(ctx, {
      sessionHash: intent === 'end-session' ? String(form.get('session') ?? '') : undefined,
    })
    const text = ended
      ? { key: 'accounts:security.signedOut', params: { count: ended } }
      : { key: 'accounts:security.alreadySignedOut' }
    return redirectWithFlash(request, '/security?tab=sessions', { tone: 'success', text })
  }
  return handleFormData(form, changePasswordSchema(minPasswordLength('change')), async (input) => {
    await changePassword(ctx, input)
    const { session } = await loadSession(request)
    const cookie = await signIn(request, ctx.actor.id, session.get('remember') === true, {
      tone: 'success',
      text: { key: 'accounts:security.changed' },
    })
    const headers = new Headers({ 'Set-Cookie': cookie })
    headers.append('Set-Cookie', await rememberDevice(request, ctx.actor.id))
    if (!ctx.actor.mustChangePassword) return redirect('/security', { status: 303, headers })
    headers.append('Set-Cookie', await forgetReturnTo())
    return redirect(await readReturnTo(request), { status: 303, headers })
  })
}

export default function Security() {
  const { forced, tab, sessions, logins, now, twoFactor } = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  if (forced)
    return (
      <div className="flex flex-col gap-6">
        <Alert tone="warning" title={t('security.forceTitle')}>
          {t('security.force')}
        </Alert>
        <PasswordForm />
      </div>
    )
  return (
    <div className="flex flex-col gap-6">
      <SecurityTabs current={tab} />
      {tab === 'sessions' ? (
        <>
          <SessionTable sessions={sessions} now={now} />
          <LoginTable logins={logins} />
        </>
      ) : (
        <>
          <PasswordForm />
          <OtherMeans twoFactor={twoFactor} />
        </>
      )}
    </div>
  )
}

function PasswordForm() {
  const { email, minPassword } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm({ id: 'security', lastResult: actionData?.lastResult })
  const labels = { currentPassword: t('security.current'), ...useNewPasswordLabels(true) }
  return (
    <Form method="post" id={form.id} noValidate className="max-w-form">
      <FormCard
        title={t('security.passwordTitle')}
        description={t('security.passwordDescription')}
        actions={<SubmitButton wide>{t('security.changePassword')}</SubmitButton>}
      >
        <ErrorSummary form={form} labels={labels} />
        {/* For password managers, which store a password by account. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <PasswordField field={fields.currentPassword} label={labels.currentPassword} required />
        <NewPasswordFields
          password={fields.password}
          confirmPassword={fields.confirmPassword}
          min={minPassword}
          replaces
        />
      </FormCard>
    </Form>
  )
}
