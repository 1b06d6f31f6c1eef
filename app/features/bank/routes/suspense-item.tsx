import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { matchToMilestone } from '#app/features/bank/match-to-milestone.server.ts'
import { getTransfer } from '#app/features/bank/reversals.server.ts'
import { suspenseSchema } from '#app/features/bank/schemas.server.ts'
import { getSuspense } from '#app/features/bank/suspense.server.ts'
import { BalanceForm } from '#app/features/bank/ui/balance-form.tsx'
import { SuspenseSuggestion } from '#app/features/bank/ui/suspense-suggestion.tsx'
import { matchToOrder, orderOfPayment } from '#app/features/plans/match-to-order.server.ts'
import { PlanPayment } from '#app/features/plans/ui/plan-payment.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bank:item.title', description: 'bank:item.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const transferId = params.transferId ?? ''
  const detail = getSuspense(ctx, transferId)
  // Matched or reversed meanwhile, or waiting for a decision: its page says so.
  if (detail ? detail.transfer.isReversing : getTransfer(ctx, transferId)) leavePage(`/escrow/transfers/${transferId}`)
  const found = orNotFound(detail)
  return { ...found, order: orderOfPayment(ctx, found.transfer), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const transferId = params.transferId ?? ''
  return handleForm(request, suspenseSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { submissionId } = input
    if (input.intent === 'fund') {
      const { contractId } = matchToMilestone(ctx, { transferId, milestoneId: input.milestoneId, submissionId })
      const text = { key: 'bank:flash.funded' }
      return redirectWithFlash(request, `/escrow/${contractId}`, { tone: 'success', text })
    }
    if (input.intent === 'plan') {
      matchToOrder(ctx, { transferId, submissionId })
      return redirectWithFlash(request, '/escrow/suspense', { tone: 'success', text: { key: 'bank:flash.planPaid' } })
    }
    const { businessId, amount } = input
    matchToBalance(ctx, { transferId, businessId, amountCents: amount, submissionId })
    const to = getSuspense(ctx, transferId) ? `/escrow/suspense/${transferId}` : '/escrow/suspense'
    return redirectWithFlash(request, to, { tone: 'success', text: { key: 'bank:flash.credited' } })
  })
}

export default function SuspenseItem() {
  const { submissionId, order, ...detail } = useLoaderData<typeof loader>()
  const { transfer } = detail
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bank')
  const format = useFormat()
  const { currency, openCents, amountCents } = transfer
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: t('suspense.title'), to: '/escrow/suspense' },
          { label: transfer.payerName },
        ]}
      />
      {order && <PlanPayment order={order} openCents={openCents} submissionId={submissionId} />}
      <SuspenseSuggestion detail={detail} submissionId={submissionId} lastResult={lastResult} />
      <Card title={t('item.transfer')}>
        <DescriptionList
          layout="grid"
          items={[
            { term: t('field.open'), description: <Money cents={openCents} currency={currency} /> },
            ...(openCents === amountCents
              ? []
              : [{ term: t('field.amount'), description: <Money cents={amountCents} currency={currency} /> }]),
            { term: t('field.payer'), description: transfer.payerName },
            { term: t('field.paidOn'), description: format.date(transfer.paidOn) },
            {
              term: t('field.reference'),
              description: transfer.reference ? (
                <bdi dir="ltr">{formatReference(transfer.reference)}</bdi>
              ) : (
                t('field.none')
              ),
            },
            { term: t('field.archiveId'), description: transfer.archiveId },
            ...(transfer.payerIban
              ? [{ term: t('field.payerIban'), description: formatIban(transfer.payerIban) }]
              : []),
            ...(transfer.message ? [{ term: t('field.message'), description: transfer.message, wide: true }] : []),
            {
              term: t('field.recorded'),
              description: t('field.recordedBy', {
                name: transfer.recordedBy,
                time: format.dateTime(transfer.recordedAt),
              }),
            },
          ]}
        />
      </Card>
      <BalanceForm detail={detail} submissionId={submissionId} lastResult={lastResult} />
      <p className="text-sm">
        {transfer.payerIban ? (
          <>
            {t('item.return')} <TextLink to="/escrow/payouts">{t('item.returnLink')}</TextLink>
          </>
        ) : (
          t('item.noReturn')
        )}
      </p>
      <p className="text-sm">
        <TextLink to={`/escrow/transfers/${transfer.id}`}>{t('item.wrong')}</TextLink>
      </p>
    </div>
  )
}
