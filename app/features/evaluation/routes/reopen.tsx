import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { reopenEvaluation } from '#app/features/evaluation/reopen-evaluation.server.ts'
import { reopenSchema } from '#app/features/evaluation/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'evaluation:reopen.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.evaluate')
  const { project, evaluators, result } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  const { name } = orNotFound(evaluators.find(({ id }) => id === params.evaluatorId) ?? null)
  if (!result || project.status !== 'evaluating') leavePage(`/projects/${project.id}/evaluation`)
  return { id: project.id, name, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  return handleForm(request, reopenSchema, (input) => {
    reopenEvaluation(ctx, { ...input, projectId: project.id, evaluatorId: params.evaluatorId ?? '' })
    const text = { key: 'evaluation:done.reopened' }
    return redirectWithFlash(request, `/projects/${project.id}/evaluation`, { tone: 'success', text })
  })
}

export default function Reopen() {
  const { id, name, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('evaluation')
  const [form, fields] = useForm<{ reason: string }>({ id: 'reopen', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('reopen.reason') }} />
      <ConfirmPanel
        title={t('reopen.heading', { name })}
        confirmLabel={t('reopen.submit')}
        cancelTo={`/projects/${id}/evaluation`}
        destructive={false}
      >
        <p>{t('reopen.text')}</p>
        <TextArea field={fields.reason} label={t('reopen.reason')} required maxLength={2000} />
      </ConfirmPanel>
    </Form>
  )
}
