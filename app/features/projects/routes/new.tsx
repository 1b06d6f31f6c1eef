import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { newProjectValues, projectFormValues } from '#app/features/projects/form-values.ts'
import { canTenderAgain } from '#app/features/projects/project.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { projectSchema } from '#app/features/projects/schemas.server.ts'
import { listProjectTemplates } from '#app/features/projects/templates/project-templates.server.ts'
import { ProjectForm } from '#app/features/projects/ui/project-form.tsx'
import { TemplateChoice } from '#app/features/projects/ui/template-choice.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projects:new.title', description: 'projects:new.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.create')
  const { continues, template } = beginsWith(request)
  const templates = listProjectTemplates(ctx)
  const begun = continues ?? template
  if (begun === null) return { submissionId: newSubmissionId(), templates, template, values: null, continued: null }
  const project = orNotFound(getOwnProject(ctx, begun))
  if (continues && !canTenderAgain(project.status)) throw new Response('errors:notFound', { status: 404 })
  const form = projectFormValues(project, await localeContextOf(request, ctx.actor))
  const dates = { bidDeadline: '', startDate: '', endDate: '' }
  const values = { ...form, ...dates, lines: form.lines.map(({ id: _, ...line }) => line) }
  if (!continues) return { submissionId: newSubmissionId(), templates, template, values, continued: null }
  const contract = getContract(ctx, findProjectContract(ctx, project.id) ?? '')
  const unpaid = contract?.milestones.filter(({ status }) => status !== 'released').map(({ title }) => title) ?? []
  const continued = { title: project.title, isRest: project.status === 'terminated', unpaid }
  return { submissionId: newSubmissionId(), templates: [], template, values, continued }
}

/** The ids of the project whose rest is tendered, and of the one whose request is taken over. */
function beginsWith(request: Request) {
  const { searchParams } = new URL(request.url)
  return { continues: searchParams.get('continues'), template: searchParams.get('template') }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return handleForm(request, projectSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    const { continues, template } = beginsWith(request)
    const copied = { continuesProjectId: continues, templateProjectId: template }
    await consumePoint(ctx.db.$client, rateLimits.project, ctx.company.id)
    const project = createProject(ctx, { ...input, ...copied })
    return redirectWithFlash(request, `/projects/${project.id}`, { tone: 'success', text: { key: 'projects:created' } })
  })
}

export default function NewProject() {
  const { submissionId, templates, template, values, continued } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { search } = useLocation()
  const { t } = useTranslation('projects')
  const { t: tForm } = useTranslation('projectform')
  return (
    <ProjectForm
      lastResult={lastResult}
      values={values ?? newProjectValues}
      submissionId={submissionId}
      submitLabel={t('new.submit')}
      cancelTo="/projects"
      importTo={`/projects/request-lines${search}`}
    >
      {templates.length > 0 && <TemplateChoice templates={templates} chosen={template} />}
      {continued && (
        <Alert
          title={
            continued.isRest
              ? tForm('rest.title', { title: continued.title })
              : tForm('again.title', { title: continued.title })
          }
        >
          {continued.isRest ? tForm('rest.text') : tForm('again.text')}
          {continued.unpaid.length > 0 && (
            <>
              <p className="mt-2">{tForm('rest.notCarriedOut')}</p>
              <ul className="list-disc ps-5">
                {continued.unpaid.map((title) => (
                  <li key={title} className="wrap-anywhere">
                    {title}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
    </ProjectForm>
  )
}
