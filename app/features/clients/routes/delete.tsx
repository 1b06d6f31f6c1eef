import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { deleteClient } from '#app/features/clients/delete-client.server.ts'
import { getClient } from '#app/features/clients/queries.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'clients:delete.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.delete')
  const { id, name } = orNotFound(getClient(ctx, params.clientId ?? ''))
  return { id, name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.delete')
  const clientId = params.clientId ?? ''
  return handleButton(request, `/clients/${clientId}`, () => {
    deleteClient(ctx, { clientId })
    return redirectWithFlash(request, '/clients', { tone: 'success', text: { key: 'clients:done.deleted' } })
  })
}

export default function DeleteClient() {
  const { id, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('clients')
  return (
    <Form method="post" className="w-full max-w-form">
      <ConfirmPanel
        title={t('delete.heading', { name })}
        confirmLabel={t('delete.confirm')}
        cancelTo={`/clients/${id}`}
        cancelLabel={t('delete.cancel')}
      >
        <p>{t('delete.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
