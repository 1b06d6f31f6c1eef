import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { createTemplate } from '#app/features/contract-templates/create-template.server.ts'
import { templateSchema } from '#app/features/contract-templates/schemas.server.ts'
import { TemplateForm } from '#app/features/contract-templates/ui/template-form.tsx'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracttemplates:new', description: 'contracttemplates:description' }

/** `?contract=…` begins with the terms of a contract. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  const contractId = new URL(request.url).searchParams.get('contract')
  const contract = contractId ? getContract(ctx, contractId) : null
  return { terms: contract?.terms ?? null, name: contract?.title ?? '', submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  return handleForm(request, templateSchema, (input) => {
    createTemplate(ctx, input)
    return redirectWithFlash(request, '/contracts/templates', {
      tone: 'success',
      text: { key: 'contracttemplates:done.saved' },
    })
  })
}

export default function NewTemplate() {
  const { terms, name, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracttemplates')
  const { t: tContract } = useTranslation('contracts')
  const { t: tTerms } = useTranslation('terms')
  // The plain terms, with the variables in the places of the names.
  const plain = tTerms('terms', { client: '{{client}}', provider: '{{provider}}', project: '{{project}}' })
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: t('title'), to: '/contracts/templates' },
          { label: t('new') },
        ]}
      />
      <TemplateForm
        lastResult={useActionData<typeof action>()?.lastResult}
        submissionId={submissionId}
        initial={{ name, terms: terms ?? plain }}
      />
    </div>
  )
}
