import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeSchedule } from '#app/features/recurring-invoices/change-schedule.server.ts'
import { getSchedule } from '#app/features/recurring-invoices/queries.server.ts'
import { scheduleSchema } from '#app/features/recurring-invoices/schemas.server.ts'
import { ScheduleForm } from '#app/features/recurring-invoices/ui/schedule-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'recurring:form.editTitle' }
export const shouldRevalidate = revalidateIfRead

const pageOf = (id: string | undefined) => `/invoicing/recurring/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.create')
  const schedule = orNotFound(getSchedule(ctx, params.scheduleId ?? ''))
  if (!schedule.actions.includes('change')) leavePage(pageOf(schedule.id))
  return { schedule, today: businessDay(ctx.now), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, scheduleSchema, ({ submissionId: _key, ...input }) => {
    changeSchedule(ctx, { ...input, scheduleId: params.scheduleId ?? '' })
    const text = { key: 'recurring:flash.changed' }
    return redirectWithFlash(request, pageOf(params.scheduleId), { tone: 'success', text })
  })
}

export default function EditSchedule() {
  const { schedule, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('recurring')
  const format = useFormat()
  const { id, every, unit, nextOn, lastOn, maxCount, way, email, buyerEmail, period, buyerName, updatedAt } = schedule
  const sources = schedule.made.flatMap(({ invoiceId, number, runOn }) => {
    const label = number ? t('form.asInvoice', { number }) : t('form.asDraft', { date: format.date(runOn) })
    return invoiceId ? [{ value: invoiceId, label }] : []
  })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('invoices'), to: '/invoicing' },
          { label: t('title'), to: '/invoicing/recurring' },
          { label: t('name', { buyer: buyerName }), to: pageOf(id) },
          { label: t('form.editTitle') },
        ]}
      />
      <ScheduleForm
        lastResult={lastResult}
        submissionId={submissionId}
        expectedVersion={updatedAt}
        sources={sources}
        cancelTo={pageOf(id)}
        values={{
          ...{ every: String(every), unit, firstOn: nextOn && nextOn > today ? nextOn : today, way },
          ...{ ends: lastOn ? 'on' : maxCount === null ? 'never' : 'after', lastOn: lastOn ?? '' },
          ...{ maxCount: maxCount === null ? '' : String(maxCount), email: email ?? buyerEmail ?? '' },
          ...{ periodStart: period.periodStart ?? '', periodEnd: period.periodEnd ?? '' },
        }}
      >
        <EditConflict lastResult={lastResult} to={pageOf(id)} />
      </ScheduleForm>
    </div>
  )
}
