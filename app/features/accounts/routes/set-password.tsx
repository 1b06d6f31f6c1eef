import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { acceptInvite } from '#app/features/accounts/accept-invite.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { tokenPasswordSchema } from '#app/features/accounts/schemas.ts'
import { tokenPage } from '#app/features/accounts/token-page.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { TokenNotice } from '#app/features/accounts/ui/token-notice.tsx'
import { TokenPasswordForm } from '#app/features/accounts/ui/token-password-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Field } from '#app/ui/forms/field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:invite.title', scripts: false }

export function loader({ request }: LoaderFunctionArgs) {
  return tokenPage(request, 'invite')
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, tokenPasswordSchema(minPasswordLength('invite')), async ({ token, password }) => {
    await acceptInvite(ctx, { token, password })
    return redirect('/set-password?done=true', { status: 303 })
  })
}

/** Redirects to the login page two seconds after success, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '2;url=/login' }] : []

export default function SetPassword() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  if (page.state !== 'form') return <TokenNotice purpose="invite" page={page} />
  return (
    <AccountCard title={t('invite.heading', { name: page.name })} description={t('invite.description')}>
      <TokenPasswordForm purpose="invite" page={page} lastResult={actionData?.lastResult}>
        <Field id="invite-name" label={t('invite.name')} value={page.name} readOnly />
      </TokenPasswordForm>
    </AccountCard>
  )
}
