import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { cancelVisit } from '#app/features/visits/cancel-visit.server.ts'
import { cancelSchema } from '#app/features/visits/schemas.server.ts'
import { AddendumFields } from '#app/features/visits/ui/addendum-fields.tsx'
import { loadVisitPage, visitAction } from '#app/features/visits/visit-page.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'visits:cancel.title' }

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadVisitPage(request, params.projectId, params.visitId ?? '')

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const { visitId = '' } = params
  const { ctx, project, form, localeContext } = await visitAction(request, params.projectId, visitId)
  return handleForm(request, cancelSchema(form.isOpen, localeContext), async (input) => {
    if (form.isOpen) await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    cancelVisit(ctx, { ...input, projectId: project.id, visitId })
    const text = { key: form.isOpen ? 'projects:amended' : 'projects:updated' }
    return redirectWithFlash(request, `/projects/${project.id}/visits`, { tone: 'success', text })
  })
}

export default function CancelVisit() {
  const { project, visit, addendum, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('visits')
  const { t: tProject } = useTranslation('projects')
  const back = `/projects/${project.id}/visits`
  const [form, fields] = useForm<{ summary: string; bidDeadline: string }>({
    ...{ id: 'cancel-visit', lastResult },
    defaultValue: { bidDeadline: addendum?.bidDeadline ?? '' },
  })
  const labels = { summary: tProject('field.summary'), bidDeadline: tProject('field.bidDeadline') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to={back} />
      <ConfirmPanel
        title={t('cancel.heading', { number: visit?.number ?? 0 })}
        confirmLabel={t('cancel.title')}
        cancelTo={back}
        cancelLabel={t('cancel.keep')}
      >
        <p>{t(addendum ? 'cancel.text' : 'cancel.textDraft')}</p>
        {addendum && <AddendumFields fields={fields} addendumDays={addendum.addendumDays} />}
      </ConfirmPanel>
    </Form>
  )
}
