import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'
import { tokenPasswordSchema } from '#app/features/accounts/schemas.server.ts'
import { resetPage } from '#app/features/accounts/token-page.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { TokenNotice } from '#app/features/accounts/ui/token-notice.tsx'
import { TokenPasswordForm } from '#app/features/accounts/ui/token-password-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'accounts:reset.title', scripts: false }

export function loader({ request }: LoaderFunctionArgs) {
  return resetPage(request)
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, tokenPasswordSchema(minPasswordLength('reset')), async ({ token, password }) => {
    await resetPassword(ctx, { token, password })
    return redirect('/reset-password?done=true', { status: 303 })
  })
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
    </AccountCard>
  )
}
