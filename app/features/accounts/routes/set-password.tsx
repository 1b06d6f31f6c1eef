import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { acceptInvite } from '#app/features/accounts/accept-invite.server.ts'
import { handleButton } from '#app/features/accounts/flash.server.ts'
import { requireUser, visitorContext } from '#app/features/accounts/guards.server.ts'
import { joinCompany } from '#app/features/accounts/join-company.server.ts'
import { minPasswordLength } from '#app/features/accounts/passwords.server.ts'
import { tokenPasswordSchema } from '#app/features/accounts/schemas.server.ts'
import { loadSession, signIn } from '#app/features/accounts/sessions/session.server.ts'
import { invitationPage } from '#app/features/accounts/token-page.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { JoinCompany, LogInToJoin } from '#app/features/accounts/ui/join-company.tsx'
import { TokenNotice } from '#app/features/accounts/ui/token-notice.tsx'
import { TokenPasswordForm } from '#app/features/accounts/ui/token-password-form.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Field } from '#app/ui/forms/field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:invite.title', scripts: false }

export function loader({ request }: LoaderFunctionArgs) {
  return invitationPage(request)
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, (posted) => !posted.has('intent'))
  if (form.get('intent') === 'join') return join(request, String(form.get('token') ?? ''))
  const ctx = await visitorContext(request)
  return handleFormData(form, tokenPasswordSchema(minPasswordLength('invite')), async ({ token, password }) => {
    await acceptInvite(ctx, { token, password })
    return redirect('/set-password?done=true', { status: 303 })
  })
}

async function join(request: Request, token: string): Promise<Response> {
  const ctx = await requireUser(request)
  return handleButton(request, `/set-password?${new URLSearchParams({ token })}`, async () => {
    const { company } = joinCompany(ctx, { token })
    const { session } = await loadSession(request)
    const flash = { tone: 'success' as const, text: { key: 'accounts:join.done', params: { company } } }
    const cookie = await signIn(request, ctx.actor.id, session.get('remember') === true, flash)
    return redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': cookie } })
  })
}

/** Redirects to the login page two seconds after success, also without scripts. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.state === 'done' ? [{ httpEquiv: 'refresh', content: '2;url=/login' }] : []

export default function SetPassword() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation('accounts')
  if (page.state === 'login') return <LogInToJoin {...page} />
  if (page.state === 'join') return <JoinCompany {...page} />
  if (page.state !== 'form') return <TokenNotice purpose="invite" page={page} />
  const { name, company } = page
  return (
    <AccountCard title={t('invite.heading', { name })} description={t('invite.description', { company })}>
      <TokenPasswordForm purpose="invite" page={page} lastResult={actionData?.lastResult}>
        <Field id="invite-name" label={t('invite.name')} value={name} readOnly />
      </TokenPasswordForm>
    </AccountCard>
  )
}
