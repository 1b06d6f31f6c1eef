import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { blankLine } from '#app/features/projects/form-values.ts'
import { defaultAddendumDays } from '#app/features/projects/limits.ts'
import { projectSchema } from '#app/features/projects/schemas.server.ts'
import { ProjectForm } from '#app/features/projects/ui/project-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projects:new.title', description: 'projects:new.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'projects.create')
  return { submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return handleForm(request, projectSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.project, ctx.company.id)
    const project = createProject(ctx, input)
    return redirectWithFlash(request, `/projects/${project.id}`, { tone: 'success', text: { key: 'projects:created' } })
  })
}

export default function NewProject() {
  const { submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('projects')
  return (
    <ProjectForm
      lastResult={lastResult}
      values={{
        lines: [blankLine],
        vatTreatment: 'standard',
        buyerDeductsVat: 'on',
        addendumDays: String(defaultAddendumDays),
      }}
      submissionId={submissionId}
      submitLabel={t('new.submit')}
      cancelTo="/projects"
    />
  )
}
