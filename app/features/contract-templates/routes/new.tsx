import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { builtInTerms } from '#app/features/contract-templates/built-in-terms.server.ts'
import { createTemplate } from '#app/features/contract-templates/create-template.server.ts'
import { templateSchema } from '#app/features/contract-templates/schemas.server.ts'
import { builtInTemplateOf } from '#app/features/contract-templates/template.ts'
import { BuiltInChoice } from '#app/features/contract-templates/ui/template-choice.tsx'
import { TemplateForm } from '#app/features/contract-templates/ui/template-form.tsx'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracttemplates:new', description: 'contracttemplates:description' }

/** `?contract=…` begins with the terms of a contract, `?from=yse1998` with those by YSE 1998. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  const asked = new URL(request.url).searchParams
  const contractId = asked.get('contract')
  const contract = contractId ? getContract(ctx, contractId) : null
  const { locale } = await readerOf(request, ctx.actor)
  const chosen = builtInTemplateOf(asked.get('from'))
  // With the variables in the places of the names.
  const names = { client: '{{client}}', provider: '{{provider}}', project: '{{project}}' }
  const terms = contract?.terms ?? builtInTerms(locale, chosen, names)
  return { terms, name: contract?.title ?? '', chosen: contract ? null : chosen, submissionId: newSubmissionId() }
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
  const { terms, name, chosen, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracttemplates')
  const { t: tContract } = useTranslation('contracts')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: t('title'), to: '/contracts/templates' },
          { label: t('new') },
        ]}
      />
      {chosen && <BuiltInChoice chosen={chosen} address={(id) => `/contracts/templates/new?from=${id}`} />}
      <TemplateForm
        key={chosen}
        lastResult={useActionData<typeof action>()?.lastResult}
        submissionId={submissionId}
        initial={{ name, terms }}
      />
    </div>
  )
}
