import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { planVisit } from '#app/features/visits/plan-visit.server.ts'
import { visitSchema } from '#app/features/visits/schemas.server.ts'
import { AddendumFields } from '#app/features/visits/ui/addendum-fields.tsx'
import { loadVisitPage, visitAction } from '#app/features/visits/visit-page.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'visits:plan.title' }

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadVisitPage(request, params.projectId, params.visitId)

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, project, form, localeContext } = await visitAction(request, params.projectId, params.visitId)
  return handleForm(request, visitSchema(form, localeContext), async (input) => {
    if (form.isOpen) await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    planVisit(ctx, { ...input, projectId: project.id, visitId: params.visitId })
    const text = { key: form.isOpen ? 'projects:amended' : 'projects:updated' }
    return redirectWithFlash(request, `/projects/${project.id}/visits`, { tone: 'success', text })
  })
}

type Values = Record<
  'startsAt' | 'durationMinutes' | 'place' | 'meetingPoint' | 'signUpUntil' | 'maxPeople' | 'isMandatory',
  string
> & { summary: string; bidDeadline: string }

/** Plans a site visit, or moves one. */
export default function PlanVisit() {
  const { project, visit, location, addendum, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('visits')
  const { t: tProject } = useTranslation('projects')
  const { t: ui } = useTranslation('ui')
  const { zone } = useFormat()
  const back = `/projects/${project.id}/visits`
  const [form, fields] = useForm<Values>({
    ...{ id: 'visit', lastResult },
    defaultValue: {
      ...(visit ?? { place: location, durationMinutes: '60' }),
      bidDeadline: addendum?.bidDeadline ?? '',
    },
  })
  const labels = {
    startsAt: `${t('field.startsAt')} (${zone})`,
    durationMinutes: t('field.durationInMinutes'),
    place: t('field.place'),
    meetingPoint: t('field.meetingPoint'),
    signUpUntil: `${t('field.signUpUntil')} (${zone})`,
    maxPeople: t('field.maxPeople'),
    isMandatory: t('field.isMandatory'),
    summary: tProject('field.summary'),
    bidDeadline: tProject('field.bidDeadline'),
  }
  const title = visit ? t('plan.move', { number: visit.number }) : t('plan.title')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('title'), to: back },
          { label: title },
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
        <FormCard title={title} description={t('plan.text')}>
          <FieldRow>
            <Field field={fields.startsAt} label={labels.startsAt} type="datetime-local" required />
            <Field field={fields.durationMinutes} label={labels.durationMinutes} inputMode="numeric" required />
          </FieldRow>
          <Field field={fields.place} label={labels.place} maxLength={200} required />
          <TextArea
            field={fields.meetingPoint}
            label={labels.meetingPoint}
            hint={t('field.meetingPointHint')}
            maxLength={500}
            required
          />
          <FieldRow>
            <Field field={fields.signUpUntil} label={labels.signUpUntil} type="datetime-local" required />
            <Field
              field={fields.maxPeople}
              label={labels.maxPeople}
              hint={t('field.maxPeopleHint')}
              inputMode="numeric"
              optional
            />
          </FieldRow>
          <Checkbox field={fields.isMandatory} label={labels.isMandatory} hint={t('field.isMandatoryHint')} />
        </FormCard>
        {addendum && (
          <FormCard>
            <AddendumFields fields={fields} addendumDays={addendum.addendumDays} />
          </FormCard>
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton>{addendum ? tProject('edit.publishAddendum') : t('plan.save')}</SubmitButton>
          <ButtonLink to={back} variant="outline">
            {ui('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
