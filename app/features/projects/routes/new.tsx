import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listNextBidders } from '#app/features/bids/rest/next-bidders.server.ts'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { estimateRecord } from '#app/features/estimation/estimate-record.server.ts'
import { projectValuesOfEstimate } from '#app/features/estimation/project-values.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { newProjectValues, projectFormValues } from '#app/features/projects/form-values.ts'
import { canTenderAgain } from '#app/features/projects/project.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { projectSchema } from '#app/features/projects/schemas.server.ts'
import { listProjectTemplates } from '#app/features/projects/templates/project-templates.server.ts'
import { ProjectForm } from '#app/features/projects/ui/project-form.tsx'
import { TemplateChoice } from '#app/features/projects/ui/template-choice.tsx'
import { linesOfRest, restOfWork } from '#app/features/valuations/rest-of-work.server.ts'
import { ContinuedNotice } from '#app/features/valuations/ui/continued-notice.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projects:new.title', description: 'projects:new.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.create')
  const { continues, template, all, byInvitation } = beginsWith(request)
  const templates = listProjectTemplates(ctx)
  const begun = continues ?? template
  const localeContext = await localeContextOf(request, ctx.actor)
  if (begun === null) {
    const { locale } = await detectLanguage(request, ctx.actor.locale)
    const values = projectValuesOfEstimate(new URL(request.url).searchParams, localeContext, locale)
    return { submissionId: newSubmissionId(), templates: values ? [] : templates, template, values, continued: null }
  }
  const project = orNotFound(getOwnProject(ctx, begun))
  if (continues && !canTenderAgain(project.status)) throw new Response('errors:notFound', { status: 404 })
  const form = projectFormValues(project, localeContext)
  const dates = { bidDeadline: '', startDate: '', endDate: '' }
  const values = { ...form, ...dates, lines: form.lines.map(({ id: _, ...line }) => line) }
  if (!continues) return { submissionId: newSubmissionId(), templates, template, values, continued: null }
  const isRest = project.status === 'terminated'
  const contract = getContract(ctx, findProjectContract(ctx, project.id) ?? '')
  const unpaid = contract?.milestones.filter(({ status }) => status !== 'released').map(({ title }) => title) ?? []
  const rest = contract && isRest && !all && can(ctx, 'escrow.read') ? restOfWork(ctx.db, contract.id) : null
  const restForm = rest && projectFormValues({ ...project, lines: linesOfRest(project.lines, rest) }, localeContext)
  const lines = (restForm ?? form).lines.map(({ id: _, ...line }) => line)
  const bidders = rest ? listNextBidders(ctx, project.id, rest.lines) : []
  const continued = { id: project.id, title: project.title, isRest, unpaid, rest, bidders }
  const invitedOnly = isRest && byInvitation ? 'on' : values.invitedOnly
  return {
    ...{ submissionId: newSubmissionId(), templates: [], template, continued },
    values: { ...values, invitedOnly, lines },
  }
}

/** The ids of the project whose rest is tendered (`all`: with all its quantities, `byInvitation`: to those invited), and of the one whose request is taken over. */
function beginsWith(request: Request) {
  const { searchParams } = new URL(request.url)
  const all = searchParams.get('quantities') === 'all'
  const byInvitation = searchParams.get('offered') === 'invitation'
  return { continues: searchParams.get('continues'), template: searchParams.get('template'), all, byInvitation }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const localeContext = await localeContextOf(request, ctx.actor)
  return handleForm(request, projectSchema(localeContext), async (input) => {
    const { continues, template } = beginsWith(request)
    const isNew = continues === null && template === null
    const estimateText = isNew ? estimateRecord(new URL(request.url).searchParams, localeContext, ctx.now) : null
    const copied = { continuesProjectId: continues, templateProjectId: template, estimateText }
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
      {continued && <ContinuedNotice continued={continued} />}
    </ProjectForm>
  )
}
