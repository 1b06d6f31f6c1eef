import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { proposalLines } from '#app/features/valuations/proposal-lines.server.ts'
import { proposeSchedule } from '#app/features/valuations/propose-schedule.server.ts'
import { getValuations } from '#app/features/valuations/queries.server.ts'
import { scheduleSchema } from '#app/features/valuations/schemas.server.ts'
import { ScheduleForm } from '#app/features/valuations/ui/schedule-form.tsx'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'valuations:propose.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.submit')
  const { milestone, contract, ...page } = orNotFound(getValuations(ctx, params.milestoneId ?? ''))
  if (page.role !== 'provider') orNotFound(null)
  if (!page.mayPropose) leavePage(`/milestones/${milestone.id}/valuations`)
  const lines = proposalLines(
    ctx,
    { contractId: contract.id, schedule: page.schedule },
    await localeContextOf(request, ctx.actor),
  )
  return { milestone, contract, lines, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, scheduleSchema(await localeContextOf(request, ctx.actor)), (input) => {
    proposeSchedule(ctx, { ...input, milestoneId })
    const text = { key: 'valuations:flash.proposed' }
    return redirectWithFlash(request, `/milestones/${milestoneId}/valuations`, { tone: 'success', text })
  })
}

/** The provider proposes the schedule of values of a milestone. */
export default function ProposeSchedule() {
  const { milestone, contract, lines, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('valuations')
  const format = useFormat()
  const amount = format.money(milestone.netCents, contract.currency)
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} here={t('propose.title')} />
      <ScheduleForm
        lastResult={useActionData<typeof action>()?.lastResult}
        lines={lines}
        currency={contract.currency}
        text={t('propose.text', { amount })}
        submissionId={submissionId}
        cancelTo={`/milestones/${milestone.id}/valuations`}
      />
    </div>
  )
}
