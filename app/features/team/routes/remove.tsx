import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getMember } from '#app/features/team/queries.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'team:remove.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.remove')
  const { name, email } = orNotFound(getMember(ctx, params.userId ?? ''))
  return { name, email, company: ctx.company.name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return handleButton(request, '/team', () => {
    const { name } = removeMember(ctx, { userId: params.userId ?? '' })
    return redirectWithFlash(request, '/team', { tone: 'success', text: { key: 'team:remove.done', params: { name } } })
  })
}

export default function Remove() {
  const person = useLoaderData<typeof loader>()
  const { t } = useTranslation('team')
  return (
    <Form method="post">
      <ConfirmPanel title={t('remove.heading', person)} confirmLabel={t('remove.submit')} cancelTo="/team">
        <p>{t('remove.text', person)}</p>
      </ConfirmPanel>
    </Form>
  )
}
