import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { deleteTemplate } from '#app/features/contract-templates/delete-template.server.ts'
import { getTemplate } from '#app/features/contract-templates/queries.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracttemplates:delete.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  const { id, name } = orNotFound(getTemplate(ctx, params.templateId ?? ''))
  return { id, name }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  return handleButton(request, '/contracts/templates', () => {
    deleteTemplate(ctx, { templateId: params.templateId ?? '' })
    const text = { key: 'contracttemplates:done.deleted' }
    return redirectWithFlash(request, '/contracts/templates', { tone: 'success', text })
  })
}

export default function DeleteTemplate() {
  const { id, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracttemplates')
  return (
    <Form method="post">
      <ConfirmPanel
        title={t('delete.question', { name })}
        confirmLabel={t('delete.title')}
        cancelTo={`/contracts/templates/${id}`}
      >
        <p>{t('delete.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
