import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { nameEvaluators } from '#app/features/evaluation/name-evaluators.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { evaluatorsSchema } from '#app/features/evaluation/schemas.server.ts'
import { listPossibleEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'evaluation:name.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.evaluate')
  const { project, evaluators, result } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  if (result || project.status !== 'evaluating') leavePage(`/projects/${project.id}/evaluation`)
  return {
    id: project.id,
    possible: listPossibleEvaluators(ctx.db, ctx.company.id, project.id),
    userIds: evaluators.map(({ userId }) => userId),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  return handleForm(request, evaluatorsSchema, (input) => {
    nameEvaluators(ctx, { ...input, projectId: project.id })
    const text = { key: 'evaluation:done.named' }
    return redirectWithFlash(request, `/projects/${project.id}/evaluation`, { tone: 'success', text })
  })
}

/** Who scores the bids: two people at least who may see them. */
export default function Evaluators() {
  const { id, possible, userIds, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('evaluation')
  const [form, fields] = useForm<{ userIds: string[] }>({
    ...{ id: 'evaluators', lastResult },
    defaultValue: { userIds },
  })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ userIds: t('name.people') }} />
      <ConfirmPanel
        title={t('name.title')}
        confirmLabel={t('name.submit')}
        cancelTo={`/projects/${id}/evaluation`}
        destructive={false}
      >
        <p>{t('name.text')}</p>
        <CheckboxGroup
          field={fields.userIds}
          label={t('name.people')}
          options={possible.map((person) => ({ value: person.id, label: person.name }))}
        />
      </ConfirmPanel>
    </Form>
  )
}
