import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireGuest } from '#app/features/accounts/guards.server.ts'
import { enterByPasskey } from '#app/features/accounts/passkeys/enter-by-passkey.server.ts'
import { codeSchema, passkeyLoginSchema } from '#app/features/accounts/schemas.server.ts'
import { rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { forgetPendingLogin, readPendingLogin } from '#app/features/accounts/sessions/pending-login.server.ts'
import { forgetReturnTo, readReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { signIn } from '#app/features/accounts/sessions/session.server.ts'
import { enterCode } from '#app/features/accounts/two-factor/enter-code.server.ts'
import { hasApp, hasPasskey } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { CodeField } from '#app/features/accounts/ui/code-field.tsx'
import { PasskeyLogin } from '#app/features/accounts/ui/passkey-login.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'twofactor:login.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireGuest(request)
  const pending = await readPendingLogin(request)
  if (!pending) throw redirect('/login')
  return { takesApp: hasApp(ctx.db, pending.userId), takesPasskey: hasPasskey(ctx.db, pending.userId) }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireGuest(request)
  const pending = await readPendingLogin(request)
  if (!pending) throw redirect('/login?late=true', 303)
  const { userId, remember } = pending
  const form = await readForm(request, () => true)
  if (form.get('passkey')) {
    return handleFormData(form, passkeyLoginSchema, ({ passkey }) =>
      enterByPasskey(request, ctx, { passkey, remember }),
    )
  }
  return handleFormData(form, codeSchema, async (input) => {
    const { mustChangePassword, codesLeft } = await enterCode(ctx, pending, input)
    const flash = { tone: 'warning' as const, text: { key: 'twofactor:login.left', params: { count: codesLeft ?? 0 } } }
    const headers = new Headers({
      'Set-Cookie': await signIn(request, userId, remember, codesLeft === null ? undefined : flash),
    })
    headers.append('Set-Cookie', await rememberDevice(request, userId))
    headers.append('Set-Cookie', await forgetPendingLogin())
    if (mustChangePassword) return redirect('/security?force_change=true', { status: 303, headers })
    headers.append('Set-Cookie', await forgetReturnTo())
    return redirect(await readReturnTo(request), { status: 303, headers })
  })
}

export default function LoginCode() {
  const lastResult = useActionData<typeof action>()?.lastResult
  const { takesApp, takesPasskey } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['twofactor', 'passkeys'])
  const [form, fields] = useForm<{ code: string }>({ id: 'login-code', lastResult })
  return (
    <AccountCard
      title={t('login.title')}
      description={takesPasskey ? t('passkeys:login.secondStep') : t('login.description')}
      below={
        <TextLink to="/login" block>
          {t('login.back')}
        </TextLink>
      }
    >
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} labels={{ code: t('code') }} />
        <CodeField
          field={fields.code}
          hint={takesApp ? t('login.recoveryHint') : t('passkeys:login.recoveryOnly')}
          autoFocus
        />
        <SubmitButton size="lg" className="w-full">
          {t('login.submit')}
        </SubmitButton>
        {takesPasskey && <PasskeyLogin address="/login/passkey?second=true" />}
      </Form>
    </AccountCard>
  )
}
