import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany, visitorContext } from '#app/features/accounts/guards.server.ts'
import { rememberReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { acceptMailedInvitation } from '#app/features/invitations/accept-mailed-invitation.server.ts'
import { declineMailedInvitation } from '#app/features/invitations/decline-mailed-invitation.server.ts'
import { isMailedToken, readMailedInvitation } from '#app/features/invitations/mailed-invitation.server.ts'
import { MailedInvitation, Unsubscribe } from '#app/features/invitations/ui/mailed-invitation.tsx'
import { unsubscribeAddress } from '#app/features/invitations/unsubscribe-address.server.ts'
import { reasonSchema } from '#app/features/projects/schemas.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'mailedinvitation:title', scripts: false }

const pageOf = (query: Record<string, string>) => `/bid-invitation?${new URLSearchParams(query)}`
const outcomes = ['declined', 'unsubscribed'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  const done = outcomes.find((outcome) => outcome === searchParams.get('done'))
  if (done) return data({ state: done })
  const token = searchParams.get('token') ?? ''
  const invitation = readMailedInvitation(ctx, token)
  if (!invitation)
    return data({ state: 'gone' as const, token: isMailedToken(ctx, token) ? token : null }, { status: 410 })
  // Whoever signs up or logs in comes back to it.
  const headers = { 'Set-Cookie': await rememberReturnTo(pageOf({ token })) }
  return data({ state: 'open' as const, token, invitation }, ctx.actor ? undefined : { headers })
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, (posted) => posted.get('intent') === 'decline')
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const intent = form.get('intent')
  if (intent === 'accept') return accept(request, token)
  const ctx = await visitorContext(request)
  if (intent === 'unsubscribe')
    return handleButton(request, pageOf({ token }), () => {
      unsubscribeAddress(ctx, { token })
      return redirect(pageOf({ done: 'unsubscribed' }), 303)
    })
  return handleFormData(form, reasonSchema, ({ reason }) => {
    declineMailedInvitation(ctx, { token, reason })
    return redirect(pageOf({ done: 'declined' }), 303)
  })
}

async function accept(request: Request, token: string): Promise<Response> {
  const ctx = await requireCompany(request)
  return handleButton(request, pageOf({ token }), () => {
    const { projectId } = acceptMailedInvitation(ctx, { token })
    const text = { key: 'invitations:mailed.accepted' }
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text })
  })
}

/** Behind the link of an invitation by mail: take it for one's company, decline it, or ask for no more of them. */
export default function MailedInvitationPage() {
  const page = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('mailedinvitation')
  if (page.state === 'open') return <MailedInvitation {...page} lastResult={lastResult} />
  return (
    <AccountCard title={t('title')}>
      <Alert tone={page.state === 'gone' ? 'warning' : 'success'}>{t(page.state)}</Alert>
      {page.state === 'gone' && page.token && <Unsubscribe token={page.token} />}
    </AccountCard>
  )
}
