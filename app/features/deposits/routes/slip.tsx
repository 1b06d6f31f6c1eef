import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { stillToPay } from '#app/features/bank/arrivals.ts'
import { waitingPayments } from '#app/features/bank/suspense.server.ts'
import { WaitingPayments } from '#app/features/bank/ui/waiting-payments.tsx'
import { findDeposit, paymentSlip } from '#app/features/deposits/payment-slip.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'deposits:title', description: 'deposits:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const { isDue, isAdmin, ...due } = orNotFound(findDeposit(ctx, params.milestoneId ?? ''))
  const { milestone, contract } = due
  const payments = waitingPayments(ctx.db, [contract.id]).filter(
    ({ reference }) => reference === milestone.fundingReference,
  )
  const amountCents = stillToPay(milestone, payments)
  if (!isDue || amountCents === 0) leavePage(`/escrow/${contract.id}`)
  return {
    contract: { id: contract.id, number: contract.number, currency: contract.currency },
    milestone: { id: milestone.id, title: milestone.title },
    isAdmin,
    payments,
    slip: paymentSlip({ contract, milestone: { ...milestone, amountCents } }, await readerOf(request, ctx.actor)),
  }
}

export default function PaymentSlip() {
  const { contract, milestone, isAdmin, payments, slip } = useLoaderData<typeof loader>()
  const { t } = useTranslation('deposits')
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: contract.number, to: `/escrow/${contract.id}` },
          { label: t('title') },
        ]}
      />
      <WaitingPayments payments={payments} currency={contract.currency} isAdmin={isAdmin} />
      <div className="flex justify-end print:hidden">
        <ButtonLink
          to={`/milestones/${milestone.id}/payment-slip.pdf`}
          reloadDocument
          icon={Download}
          variant="outline"
        >
          {t('download')}
        </ButtonLink>
      </div>
      <DocumentSheet document={slip} />
    </div>
  )
}
