import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getComparison } from '#app/features/bids/queries.server.ts'
import { extensionSchema } from '#app/features/bids/schemas.server.ts'
import { ValidityList } from '#app/features/bids/ui/validity-list.tsx'
import { askExtension } from '#app/features/bids/validity/ask-extension.server.ts'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidlines:ask.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.askExtension')
  const { project, bidders } = orNotFound(getComparison(ctx, params.projectId ?? ''))
  if (project.status !== 'evaluating') leavePage(`/projects/${project.id}`)
  const standing = bidders.filter(({ status }) => status === 'opened' || status === 'shortlisted')
  return {
    projectId: project.id,
    bids: standing.map(({ id, companyName, boundUntil, openRequest }) => ({
      ...{ id, companyName, boundUntil, askedUntil: openRequest?.until ?? null },
      isExpired: isExpired({ boundUntil, timeZone: project.timeZone, now: ctx.now }),
    })),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const projectId = params.projectId ?? ''
  return handleForm(request, extensionSchema, (input) => {
    const { asked } = askExtension(ctx, { ...input, projectId })
    const text = { key: 'bidlines:asked', params: { count: asked } }
    return redirectWithFlash(request, `/projects/${projectId}/bids`, { tone: 'success', text })
  })
}

/** The client asks all bidders whose bids are still considered to keep these binding for longer. */
export default function AskExtension() {
  const { projectId, bids, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bidlines')
  const [form, fields] = useForm<{ until: string }>({ id: 'extension', lastResult, defaultValue: { until: '' } })
  const labels = { until: t('ask.until') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <ConfirmPanel
        title={t('ask.heading')}
        confirmLabel={t('ask.confirm')}
        cancelTo={`/projects/${projectId}/bids`}
        destructive={false}
      >
        <p>{t('ask.text')}</p>
        <ValidityList bids={bids} />
        <Field field={fields.until} label={labels.until} hint={t('ask.untilHint')} type="date" required />
      </ConfirmPanel>
    </Form>
  )
}
