import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getTemplate } from '#app/features/contract-templates/queries.server.ts'
import { templateSchema } from '#app/features/contract-templates/schemas.server.ts'
import { TemplateForm } from '#app/features/contract-templates/ui/template-form.tsx'
import { updateTemplate } from '#app/features/contract-templates/update-template.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'contracttemplates:edit',
  titleOf: (data) => (data as { template: { name: string } }).template.name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  return { template: orNotFound(getTemplate(ctx, params.templateId ?? '')), submissionId: newSubmissionId() }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.draft')
  return handleForm(request, templateSchema, (input) => {
    updateTemplate(ctx, { ...input, templateId: params.templateId ?? '' })
    return redirectWithFlash(request, '/contracts/templates', {
      tone: 'success',
      text: { key: 'contracttemplates:done.saved' },
    })
  })
}

export default function EditTemplate() {
  const { template, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('contracttemplates')
  const { t: tContract } = useTranslation('contracts')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: t('title'), to: '/contracts/templates' },
          { label: template.name },
        ]}
      />
      <TemplateForm
        lastResult={useActionData<typeof action>()?.lastResult}
        submissionId={submissionId}
        expectedVersion={template.updatedAt}
        initial={{ name: template.name, terms: template.terms }}
        more={
          <ButtonLink to={`/contracts/templates/${template.id}/delete`} variant="ghost" icon={Trash2}>
            {t('delete.title')}
          </ButtonLink>
        }
      />
    </div>
  )
}
