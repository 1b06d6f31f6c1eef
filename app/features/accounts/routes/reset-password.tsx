import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'
import { keepPasswordSchema, tokenPasswordSchema } from '#app/features/accounts/schemas.server.ts'
import { rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { rememberBrowser } from '#app/features/accounts/sessions/remember-browser.server.ts'
import { resetPage } from '#app/features/accounts/token-page.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { TokenNotice } from '#app/features/accounts/ui/token-notice.tsx'
import { TokenPasswordForm } from '#app/features/accounts/ui/token-password-form.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:reset.title', scripts: false }

export function loader({ request }: LoaderFunctionArgs) {
  return resetPage(request)
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  const leaveFor = async (path: string, { userId }: { userId: string }) =>
    redirect(path, { status: 303, headers: { 'Set-Cookie': await rememberDevice(request, userId) } })
  const form = await readForm(request, (posted) => !posted.has('intent'))
  if (form.get('intent') === 'keep') {
    return handleFormData(form, keepPasswordSchema, ({ token }) =>
      leaveFor('/login?known=true', rememberBrowser(ctx, { token })),
    )
  }
  return handleFormData(form, tokenPasswordSchema(minPasswordLength('reset')), async ({ token, password }) =>
    leaveFor('/reset-password?done=true', await resetPassword(ctx, { token, password })),
  )
}

/** Redirects to the login page three seconds after success, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '3;url=/login' }] : []

export default function ResetPassword() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  if (page.state !== 'form') {
    const renewal = (
      <ButtonLink to="/forgot-password" size="lg">
        {t('reset.requestNew')}
      </ButtonLink>
    )
    return <TokenNotice purpose="reset" page={page} renewal={renewal} />
  }
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
      <TokenPasswordForm purpose="reset" page={page} lastResult={actionData?.lastResult} />
      <Form method="post" className="flex flex-col gap-3 border-t border-border pt-5">
        <p className="text-sm text-muted-foreground">{t('reset.keepHint')}</p>
        <input type="hidden" name="intent" value="keep" />
        <input type="hidden" name="token" value={page.token} />
        <SubmitButton variant="outline" size="lg" className="w-full">
          {t('reset.keep')}
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
