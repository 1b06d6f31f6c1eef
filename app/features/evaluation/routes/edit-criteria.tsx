import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { awardTermsValues } from '#app/features/evaluation/form-values.ts'
import { awardTermsSchema } from '#app/features/evaluation/schemas.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { AwardTermsForm } from '#app/features/evaluation/ui/award-terms-form.tsx'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'evaluation:form.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const { id, title, currency, status, addendumDays } = project
  if (status !== 'draft' && status !== 'open') leavePage(`/projects/${id}/criteria`)
  const localeContext = await localeContextOf(request, ctx.actor)
  const values = awardTermsValues(findAwardTerms(ctx.db, id), localeContext)
  const isOpen = status === 'open'
  const bidDeadline = localDateTimeText(suggestedDeadline(project, ctx.now), localeContext.timeZone)
  return {
    project: { id, title, currency },
    values: isOpen ? { ...values, bidDeadline } : values,
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
  return handleForm(request, awardTermsSchema(isOpen, await localeContextOf(request, ctx.actor)), async (input) => {
    if (isOpen) await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    setAwardTerms(ctx, { ...input, projectId })
    return redirectWithFlash(request, `/projects/${projectId}/criteria`, {
      tone: 'success',
      text: { key: isOpen ? 'projects:amended' : 'projects:updated' },
    })
  })
}

export default function EditCriteria() {
  const { project, addendum, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('evaluation')
  const { t: tProject } = useTranslation('projects')
  const back = `/projects/${project.id}/criteria`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('terms.title'), to: back },
          { label: t('form.title') },
        ]}
      />
      <AwardTermsForm {...form} lastResult={lastResult} back={back} currency={project.currency} addendum={addendum}>
        {addendum && (
          <Alert tone="warning" title={tProject('edit.addendumTitle')}>
            {tProject('edit.addendumText')}
          </Alert>
        )}
      </AwardTermsForm>
    </div>
  )
}
