import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { answerSchedule } from '#app/features/valuations/answer-schedule.server.ts'
import { getValuations } from '#app/features/valuations/queries.server.ts'
import { answerSchema } from '#app/features/valuations/schemas.server.ts'
import { ScheduleTable } from '#app/features/valuations/ui/schedule-table.tsx'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'valuations:answer.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.approve')
  const { milestone, contract, ...page } = orNotFound(getValuations(ctx, params.milestoneId ?? ''))
  if (page.role !== 'client') orNotFound(null)
  if (!page.proposed || !page.scheduleActions.includes('decline')) leavePage(`/milestones/${milestone.id}/valuations`)
  return { milestone, contract, proposed: orNotFound(page.proposed) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, answerSchema, ({ decision, ...input }) => {
    const { status } = answerSchedule(ctx, { ...input, milestoneId, action: decision })
    const text = { key: status === 'accepted' ? 'valuations:flash.accepted' : 'valuations:flash.declined' }
    return redirectWithFlash(request, `/milestones/${milestoneId}/valuations`, { tone: 'success', text })
  })
}

/** The client accepts or declines a proposed schedule of values. */
export default function AnswerSchedule() {
  const { milestone, contract, proposed } = useLoaderData<typeof loader>()
  const { t } = useTranslation('valuations')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ decision: string; reason: string }>({ id: 'answer-schedule', lastResult })
  const labels = { decision: t('answer.decision'), reason: t('answer.reason') }
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} here={t('answer.title')} />
      <ScheduleTable lines={proposed.lines} currency={contract.currency} progress={false} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="scheduleId" value={proposed.id} />
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          title={t('answer.question')}
          description={t('answer.text')}
          actions={
            <>
              <SubmitButton>{t('answer.confirm')}</SubmitButton>
              <ButtonLink to={`/milestones/${milestone.id}/valuations`} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <RadioGroup
            field={fields.decision}
            label={labels.decision}
            required
            options={(['accept', 'decline'] as const).map((value) => ({ value, label: t(`answer.${value}`) }))}
          />
          <TextArea
            field={fields.reason}
            label={labels.reason}
            hint={t('answer.reasonHint')}
            optional
            maxLength={2000}
          />
        </FormCard>
      </Form>
    </div>
  )
}
