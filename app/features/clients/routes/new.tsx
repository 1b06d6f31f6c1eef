import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { clientFormValues } from '#app/features/clients/form-values.ts'
import { clientSchema } from '#app/features/clients/schemas.server.ts'
import { ClientForm } from '#app/features/clients/ui/client-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'clients:new.title', description: 'clients:new.text' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'clients.create')
  return { submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.create')
  return handleForm(request, clientSchema(await localeContextOf(request, ctx.actor)), ({ content, submissionId }) => {
    const { id } = createClient(ctx, { content, submissionId })
    return redirectWithFlash(request, `/clients/${id}`, { tone: 'success', text: { key: 'clients:done.created' } })
  })
}

export default function NewClient() {
  const { submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('clients')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/clients' }, { label: t('new.title') }]} />
      <ClientForm
        lastResult={useActionData<typeof action>()?.lastResult}
        submissionId={submissionId}
        values={clientFormValues(blankClient('FI'), { decimalMark: '.' })}
        cancelTo="/clients"
      />
    </div>
  )
}
