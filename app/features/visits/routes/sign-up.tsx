import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { getVisits } from '#app/features/visits/queries.server.ts'
import { signUpSchema } from '#app/features/visits/schemas.server.ts'
import { signUp } from '#app/features/visits/sign-up.server.ts'
import { signUpRefusal } from '#app/features/visits/visit.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'visits:signUp.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  const visit = orNotFound(getVisits(ctx, project.id).find(({ id }) => id === params.visitId) ?? null)
  if (signUpRefusal(project, visit, ctx.now)) leavePage(`/projects/${project.id}/visits`)
  const { number, startsAt, place, ownPeople } = visit
  return {
    ...{ id: project.id, timeZone: project.timeZone, number, startsAt, place },
    people: String(ownPeople ?? 1),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const { id } = orNotFound(getProject(ctx, params.projectId ?? ''))
  return handleForm(request, signUpSchema, async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.question, ctx.company.id)
    signUp(ctx, { ...input, visitId: params.visitId ?? '' })
    const text = { key: 'visits:signUp.done' }
    return redirectWithFlash(request, `/projects/${id}/visits`, { tone: 'success', text })
  })
}

export default function SignUp() {
  const { id, timeZone, number, startsAt, place, people, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('visits')
  const deadline = useDeadline()
  const [form, fields] = useForm<{ people: string }>({ id: 'sign-up', lastResult, defaultValue: { people } })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ people: t('signUp.people') }} />
      <ConfirmPanel
        title={t('signUp.heading', { number })}
        confirmLabel={t('signUp.title')}
        cancelTo={`/projects/${id}/visits`}
        destructive={false}
      >
        <p>
          {deadline(startsAt, timeZone)}, {place}
        </p>
        <p>{t('private')}</p>
        <Field field={fields.people} label={t('signUp.people')} inputMode="numeric" required />
      </ConfirmPanel>
    </Form>
  )
}
