import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { loadSession, signIn } from '#app/features/accounts/sessions/session.server.ts'
import { leaveCompany, leaveRefusal } from '#app/features/team/leave-company.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { useText } from '#app/ui/text.ts'

export const handle: PageHandle = { title: 'team:leave.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.leave')
  return { company: ctx.company.name, refusal: leaveRefusal(ctx.db, ctx)?.text ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.leave')
  return handleButton(request, '/team/leave', async () => {
    const { company } = leaveCompany(ctx)
    const text = { key: 'team:leave.done', params: { company } }
    const { session } = await loadSession(request)
    const remember = session.get('remember') === true
    const cookie = await signIn(request, ctx.actor.id, remember, { tone: 'success', text })
    return redirectDocument('/dashboard', { status: 303, headers: { 'Set-Cookie': cookie } })
  })
}

export default function Leave() {
  const { company, refusal } = useLoaderData<typeof loader>()
  const { t } = useTranslation('team')
  const text = useText()
  if (refusal) {
    return (
      <div className="flex max-w-form flex-col items-start gap-5">
        <Alert tone="info">{text(refusal.key, refusal.params)}</Alert>
        <ButtonLink to="/profile" variant="outline">
          {t('leave.back')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <Form method="post">
      <ConfirmPanel title={t('leave.heading', { company })} confirmLabel={t('leave.submit')} cancelTo="/profile">
        <p>{t('leave.text', { company })}</p>
      </ConfirmPanel>
    </Form>
  )
}
