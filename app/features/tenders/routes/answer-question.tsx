import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { answerQuestion } from '#app/features/tenders/answer-question.server.ts'
import { getOpenQuestion } from '#app/features/tenders/queries.server.ts'
import { answeringRefusal } from '#app/features/tenders/question.ts'
import { answerSchema } from '#app/features/tenders/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { isPageOpened, leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tenders:answer.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.amend')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  if (answeringRefusal(project, ctx.now)) leavePage(`/projects/${project.id}`)
  const open = getOpenQuestion(ctx, project, params.questionId ?? '')
  // A colleague may have answered it while this form was filled in.
  const asked = isPageOpened() ? orNotFound(open).text : (open?.text ?? '')
  const { timeZone } = await localeContextOf(request, ctx.actor)
  return {
    ...{ id: project.id, asked, addendumDays: project.addendumDays },
    bidDeadline: localDateTimeText(suggestedDeadline(project, ctx.now), timeZone),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.amend')
  const { id: projectId } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  return handleForm(request, answerSchema(await localeContextOf(request, ctx.actor)), async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    answerQuestion(ctx, { ...input, projectId, questionId: params.questionId ?? '' })
    const text = { key: 'tenders:answer.done' }
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text })
  })
}

export default function AnswerQuestion() {
  const { id, asked, addendumDays, bidDeadline, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('tenders')
  const { t: tProject } = useTranslation('projects')
  const { t: tUi } = useTranslation('ui')
  const { zone } = useFormat()
  const [form, fields] = useForm<{ question: string; answer: string; isAddendum: string; bidDeadline: string }>({
    ...{ id: 'answer', lastResult },
    defaultValue: { question: asked, bidDeadline },
  })
  const labels = {
    question: t('answer.question'),
    answer: t('answer.answer'),
    isAddendum: t('answer.isAddendum'),
    bidDeadline: tProject('field.bidDeadline'),
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard title={t('answer.heading')} description={t('answer.text')}>
        <TextArea
          field={fields.question}
          label={labels.question}
          hint={t('answer.questionHint')}
          required
          maxLength={2000}
        />
        <TextArea field={fields.answer} label={labels.answer} required rows={6} maxLength={5000} />
        <Checkbox field={fields.isAddendum} label={labels.isAddendum} hint={t('answer.isAddendumHint')} />
        <Field
          field={fields.bidDeadline}
          label={`${labels.bidDeadline} (${zone})`}
          type="datetime-local"
          hint={t('answer.deadlineHint', { count: addendumDays })}
          required
        />
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{t('answer.submit')}</SubmitButton>
        <ButtonLink to={`/projects/${id}`} variant="outline">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
