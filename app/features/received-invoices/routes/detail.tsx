import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { invoiceDay, overdueBefore } from '#app/features/invoicing/invoice-dates.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import { openOf } from '#app/features/received-invoices/received-invoice.ts'
import { InvoiceContent } from '#app/features/received-invoices/ui/invoice-content.tsx'
import { InvoiceFacts } from '#app/features/received-invoices/ui/invoice-facts.tsx'
import { InvoiceParts } from '#app/features/received-invoices/ui/invoice-parts.tsx'
import { InvoicePayments } from '#app/features/received-invoices/ui/invoice-payments.tsx'
import { ReceivedStatus } from '#app/features/received-invoices/ui/received-status.tsx'
import { ReceivedSteps } from '#app/features/received-invoices/ui/received-steps.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedinvoices:detail.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const received = orNotFound(getReceived(ctx, params.receivedId ?? ''))
  const { invoice } = received
  const isOverdue = openOf(invoice) > 0 && invoice.dueDate < overdueBefore(invoiceDay(ctx.now))
  return { ...received, isOverdue }
}

export default function ReceivedInvoice() {
  const received = useLoaderData<typeof loader>()
  const { invoice, isOverdue } = received
  const { t } = useTranslation('receivedinvoices')
  const name = t('detail.name', { supplier: invoice.supplierName, number: invoice.number })
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/invoicing/received' }, { label: name }]} />
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{name}</h2>
        <ReceivedStatus
          fileStatus={invoice.status}
          sentStatus={null}
          isPartlyPaid={invoice.status === 'approved' && invoice.paidCents > 0}
          isOverdue={isOverdue}
        />
      </div>
      <ReceivedSteps {...received} />
      <InvoiceFacts {...received} />
      <InvoiceParts {...received} />
      <InvoicePayments {...received} />
      {invoice.content && <InvoiceContent content={invoice.content} />}
    </div>
  )
}
