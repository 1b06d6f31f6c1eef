import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { signOut } from '#app/features/accounts/sessions/session.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:logout.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await visitorContext(request)
  if (!actor) throw redirect('/login')
  return { email: actor.email }
}

export async function action({ request }: ActionFunctionArgs) {
  // Without this the browser's Back button would show cached pages.
  const headers = { 'Set-Cookie': await signOut(request), 'Clear-Site-Data': '"cache"' }
  return redirect('/login', { status: 303, headers })
}

export default function Logout() {
  const { email } = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  return (
    <AccountCard title={t('logout.heading')} description={t('logout.signedInAs', { email })}>
      <Form method="post" className="flex flex-col gap-3">
        <SubmitButton size="lg">{t('logout.submit')}</SubmitButton>
        <ButtonLink to="/dashboard" variant="outline" size="lg">
          {t('logout.stay')}
        </ButtonLink>
      </Form>
    </AccountCard>
  )
}
