import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { questionsUntil } from '#app/features/projects/tender-set.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { askingRefusal } from '#app/features/tenders/question.ts'
import { questionSchema } from '#app/features/tenders/schemas.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tenders:ask.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  if (askingRefusal(project, ctx.now)) leavePage(`/projects/${project.id}`)
  const { id, title, timeZone } = project
  return { id, title, timeZone, until: questionsUntil(project), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const { id: projectId } = orNotFound(getProject(ctx, params.projectId ?? ''))
  return handleForm(request, questionSchema, async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.question, ctx.company.id)
    askQuestion(ctx, { ...input, projectId })
    const text = { key: 'tenders:ask.done' }
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text })
  })
}

export default function AskQuestion() {
  const { id, title, timeZone, until, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('tenders')
  const deadline = useDeadline()
  const [form, fields] = useForm<{ question: string }>({ id: 'ask', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ question: t('ask.question') }} />
      <ConfirmPanel
        title={t('ask.heading', { title })}
        confirmLabel={t('ask.submit')}
        cancelTo={`/projects/${id}`}
        destructive={false}
      >
        <p>{t('ask.text')}</p>
        <p>{t('questions.until', { deadline: deadline(until, timeZone) })}</p>
        <TextArea
          field={fields.question}
          label={t('ask.question')}
          hint={t('ask.questionHint')}
          required
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
