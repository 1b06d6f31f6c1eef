import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { clientFormValues } from '#app/features/clients/form-values.ts'
import { getClient } from '#app/features/clients/queries.server.ts'
import { clientSchema } from '#app/features/clients/schemas.server.ts'
import { ClientForm } from '#app/features/clients/ui/client-form.tsx'
import { updateClient } from '#app/features/clients/update-client.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'clients:edit.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.update')
  const client = orNotFound(getClient(ctx, params.clientId ?? ''))
  if (client.mergedIntoId) leavePage(`/clients/${client.mergedIntoId}`)
  return {
    id: client.id,
    name: client.name,
    values: clientFormValues(contentOf(client), await localeContextOf(request, ctx.actor)),
    expectedVersion: client.updatedAt,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.update')
  const { id: clientId } = orNotFound(getClient(ctx, params.clientId ?? ''))
  return handleForm(request, clientSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateClient(ctx, { ...input, clientId })
    return redirectWithFlash(request, `/clients/${clientId}`, { tone: 'success', text: { key: 'clients:done.saved' } })
  })
}

export default function EditClient() {
  const { id, name, values, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('clients')
  const crumbs = [
    { label: t('list.title'), to: '/clients' },
    { label: name, to: `/clients/${id}` },
    { label: t('edit.title') },
  ]
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={crumbs} />
      <ClientForm
        lastResult={lastResult}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        values={values}
        cancelTo={`/clients/${id}`}
      >
        <EditConflict lastResult={lastResult} to={`/clients/${id}`} />
      </ClientForm>
    </div>
  )
}
