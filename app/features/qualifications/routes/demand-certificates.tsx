import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { demandSchema } from '#app/features/qualifications/demand-form.server.ts'
import { demandValues, type Preset } from '#app/features/qualifications/demand-values.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { DemandFields, type DemandFormValues, useDemandLabels } from '#app/features/qualifications/ui/demand-fields.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:demand.title' }

const presetOf = (request: Request): Preset | null => {
  const asked = new URL(request.url).searchParams.get('preset')
  return asked === 'statutory' || asked === 'site' ? asked : null
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, title, currency, status, addendumDays } = project
  if (status !== 'draft' && status !== 'open') leavePage(`/projects/${id}/criteria`)
  const localeContext = await localeContextOf(request, ctx.actor)
  const isOpen = status === 'open'
  const values: DemandFormValues = {
    ...demandValues(listDemanded(ctx.db, id), presetOf(request), localeContext),
    ...{ summary: '', bidDeadline: '' },
  }
  if (isOpen) values.bidDeadline = localDateTimeText(suggestedDeadline(project, ctx.now), localeContext.timeZone)
  return {
    project: { id, title, currency },
    values,
    addendum: isOpen ? { addendumDays } : null,
    expectedVersion: project.updatedAt,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const { id: projectId, status } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const isOpen = status === 'open'
  return handleForm(request, demandSchema(isOpen, await localeContextOf(request, ctx.actor)), async (input) => {
    if (isOpen) await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    setDemanded(ctx, { ...input, projectId })
    return redirectWithFlash(request, `/projects/${projectId}/criteria`, {
      tone: 'success',
      text: { key: isOpen ? 'projects:amended' : 'projects:updated' },
    })
  })
}

/** Which certificates the bidders of a project have to show. */
export default function DemandCertificates() {
  const { project, values, addendum, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('qualification')
  const { t: tProject } = useTranslation('projects')
  const { t: ui } = useTranslation('ui')
  const labels = useDemandLabels()
  const back = `/projects/${project.id}/criteria`
  const [form, fields] = useForm<DemandFormValues>({ id: 'demand', lastResult, defaultValue: values })
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: tProject('detail.criteria'), to: back },
          { label: t('demand.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
        <ErrorSummary form={form} labels={labels} />
        <EditConflict lastResult={lastResult} to={back} />
        {addendum && (
          <Alert tone="warning" title={tProject('edit.addendumTitle')}>
            {tProject('edit.addendumText')}
          </Alert>
        )}
        <DemandFields fields={fields} labels={labels} currency={project.currency} addendum={addendum} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton size="lg">{addendum ? tProject('edit.publishAddendum') : t('demand.save')}</SubmitButton>
          <ButtonLink to={back} variant="outline" size="lg">
            {ui('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
