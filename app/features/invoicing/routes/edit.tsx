import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { detailValues } from '#app/features/invoicing/content/detail-values.ts'
import { formContract, refusedVatChoices } from '#app/features/invoicing/form-contract.server.ts'
import { buyerValues, euroRateValues, lineValues } from '#app/features/invoicing/form-values.ts'
import { getOwnInvoice } from '#app/features/invoicing/queries.server.ts'
import { invoiceSchema } from '#app/features/invoicing/schemas.server.ts'
import { InvoiceForm } from '#app/features/invoicing/ui/invoice-form.tsx'
import { updateInvoice } from '#app/features/invoicing/update-invoice.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicing:edit.title', description: 'invoicing:edit.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.update')
  const invoice = orNotFound(getOwnInvoice(ctx, params.invoiceId ?? ''))
  const { id, document, clientId, milestoneId, certificateId, updatedAt } = invoice
  if (document.status !== 'draft') leavePage(`/invoicing/${id}`)
  const localeContext = await localeContextOf(request, ctx.actor)
  const { buyer, currency, deliveryDate, paymentTermDays, euroVat, note, lines } = document
  const values = {
    ...buyerValues(buyer),
    clientId: clientId ?? '',
    currency,
    deliveryDate,
    paymentTermDays: String(paymentTermDays),
    ...euroRateValues(
      euroVat && { euroRateE6: euroVat.rateE6, euroRateDate: euroVat.date, euroRateSource: euroVat.source },
      localeContext,
    ),
    note,
    ...detailValues(document, localeContext),
    lines: lines.map((line) => lineValues(line, localeContext)),
  }
  const milestone = milestoneId ? getReleasedMilestone(ctx, { milestoneId, certificateId }) : null
  return {
    id,
    values,
    contract: milestone && formContract(ctx, milestone),
    refused: refusedVatChoices(ctx, deliveryDate),
    expectedVersion: updatedAt,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const { id: invoiceId } = orNotFound(getOwnInvoice(ctx, params.invoiceId ?? ''))
  return handleForm(request, invoiceSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateInvoice(ctx, { ...input, invoiceId })
    return redirectWithFlash(request, `/invoicing/${invoiceId}`, {
      tone: 'success',
      text: { key: 'invoicing:flash.updated' },
    })
  })
}

export default function EditInvoice() {
  const { id, values, contract, refused, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicing')
  const crumbs = [
    { label: t('list.title'), to: '/invoicing' },
    { label: t('title.draft'), to: `/invoicing/${id}` },
    { label: t('edit.title') },
  ]
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={crumbs} />
      <InvoiceForm
        lastResult={lastResult}
        values={values}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        contract={contract}
        refused={refused}
        cancelTo={`/invoicing/${id}`}
      >
        <EditConflict lastResult={lastResult} to={`/invoicing/${id}`} />
      </InvoiceForm>
    </div>
  )
}
