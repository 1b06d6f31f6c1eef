import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getRepeatable } from '#app/features/recurring-invoices/queries.server.ts'
import { scheduleSchema } from '#app/features/recurring-invoices/schemas.server.ts'
import { setUpSchedule } from '#app/features/recurring-invoices/set-up-schedule.server.ts'
import { ScheduleForm } from '#app/features/recurring-invoices/ui/schedule-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'recurring:form.title', description: 'recurring:form.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.create')
  const invoice = orNotFound(getRepeatable(ctx, params.invoiceId ?? ''))
  if (invoice.refusal) leavePage(`/invoicing/${invoice.id}`)
  return { invoice, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, scheduleSchema, ({ fromInvoiceId: _none, ...input }) => {
    const { id } = setUpSchedule(ctx, { ...input, invoiceId: params.invoiceId ?? '' })
    const text = { key: 'recurring:flash.setUp' }
    return redirectWithFlash(request, `/invoicing/recurring/${id}`, { tone: 'success', text })
  })
}

export default function RepeatInvoice() {
  const { invoice, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('recurring')
  const { id, number, first, email, repeated, buyerName } = invoice
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('invoices'), to: '/invoicing' },
          { label: number ?? t('draft'), to: `/invoicing/${id}` },
          { label: t('form.title') },
        ]}
      />
      {repeated && (
        <Alert tone="warning" title={t('form.repeated', { buyer: buyerName })}>
          <TextLink block to={`/invoicing/recurring/${repeated}`}>
            {t('form.openRepeated')}
          </TextLink>
        </Alert>
      )}
      <ScheduleForm
        lastResult={lastResult}
        submissionId={submissionId}
        cancelTo={`/invoicing/${id}`}
        values={{
          ...{ every: '1', unit: 'month', ends: 'never', lastOn: '', maxCount: '', way: 'draft', email },
          ...first,
        }}
      />
    </div>
  )
}
