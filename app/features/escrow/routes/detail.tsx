import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { stillToPay } from '#app/features/bank/arrivals.ts'
import { freeBalanceCents } from '#app/features/bank/balances.server.ts'
import { waitingPayments } from '#app/features/bank/suspense.server.ts'
import { WaitingPayments } from '#app/features/bank/ui/waiting-payments.tsx'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { ContractSumTable } from '#app/features/change-orders/ui/contract-sum-table.tsx'
import { findEscrowSteps } from '#app/features/contract-steps/find-steps.server.ts'
import { StepLists } from '#app/features/contract-steps/ui/step-lists.tsx'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { EscrowHistory } from '#app/features/escrow/ui/escrow-history.tsx'
import { FoldedMilestone } from '#app/features/escrow/ui/folded-milestone.tsx'
import { LedgerTable } from '#app/features/escrow/ui/ledger-table.tsx'
import { MilestoneCard } from '#app/features/escrow/ui/milestone-card.tsx'
import { PaymentInstructions } from '#app/features/escrow/ui/payment-instructions.tsx'
import { PositionStats } from '#app/features/escrow/ui/position-stats.tsx'
import { RetentionCard } from '#app/features/escrow/ui/retention-card.tsx'
import { milestoneInvoiceLinks } from '#app/features/invoicing/milestone-invoice-links.server.ts'
import { MilestoneNotes } from '#app/features/messages/ui/work/milestone-notes.tsx'
import { listMilestoneNotes } from '#app/features/messages/work/work-queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = {
  title: 'escrow:detail.title',
  titleOf: (data) => (data as { contract: { title: string } }).contract.title,
  description: 'escrow:detail.description',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const escrow = orNotFound(getEscrow(ctx, params.contractId ?? ''))
  const invoiceLinks = escrow.role === 'provider' ? milestoneInvoiceLinks(ctx, escrow.contract.id) : {}
  const sum = contractSumOf(ctx.db, escrow.contract.id)
  const isClient = escrow.role === 'client'
  const payments = isClient || escrow.role === 'admin' ? waitingPayments(ctx.db, [escrow.contract.id]) : []
  const freeCents = isClient ? freeBalanceCents(ctx.db, escrow.contract.clientCompanyId, escrow.contract.currency) : 0
  const money = { payments, freeCents }
  const notes = escrow.readsFiles ? listMilestoneNotes(ctx, escrow.contract.id) : []
  return {
    ...escrow,
    ...money,
    notes,
    sum,
    steps: findEscrowSteps(ctx, escrow),
    invoiceLinks,
    account: { name: productName, iban: env.ESCROW_IBAN, bic: env.ESCROW_BIC },
  }
}

export default function EscrowContract() {
  const { account, invoiceLinks, steps, sum, payments, freeCents, notes, ...escrow } = useLoaderData<typeof loader>()
  const { contract, role, readsFiles, position, milestones, events, postings } = escrow
  const { t } = useTranslation('escrow')
  const { t: tChange } = useTranslation('changeorders')
  const { currency, clientName, providerName } = contract
  const isDirect = contract.paymentMethod === 'direct_invoice'
  const unpaid =
    isDirect || contract.status !== 'active'
      ? []
      : milestones
          .filter((milestone) => milestone.status === 'planned')
          .map((milestone) => ({ milestone, dueCents: stillToPay(milestone, payments) }))
          .filter(({ dueCents }) => dueCents > 0)
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={
          isDirect
            ? [
                { label: t('detail.contract', { number: contract.number }), to: `/contracts/${contract.id}` },
                { label: t('detail.milestones') },
              ]
            : [{ label: t('list.title'), to: '/escrow' }, { label: contract.number }]
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground">
          {t('detail.between', { number: contract.number, client: clientName, provider: providerName })}
        </p>
        {readsFiles && (
          <div className="flex flex-wrap gap-2">
            {!isDirect && (
              <ButtonLink to={`/escrow/${contract.id}/statement`} variant="outline" size="sm">
                {t('detail.statement')}
              </ButtonLink>
            )}
            <ButtonLink
              to={role === 'admin' ? `/escrow/${contract.id}/case-file` : `/contracts/${contract.id}`}
              variant="outline"
              size="sm"
            >
              {t(role === 'admin' ? 'caseFile.open' : 'detail.toContract')}
            </ButtonLink>
          </div>
        )}
      </div>
      <StepLists
        steps={steps}
        contract={{
          ...{ client: { name: clientName }, provider: { name: providerName } },
          ...{ party: role === 'client' || role === 'provider' ? role : null, currency, timeZone: contract.timeZone },
        }}
      />
      {!isDirect && (
        <PositionStats position={position} currency={currency} to={postings.length > 0 ? '#ledger' : undefined} />
      )}
      <WaitingPayments payments={payments} currency={currency} isAdmin={role === 'admin'} />
      {unpaid.length > 0 && role !== 'provider' && (
        <PaymentInstructions {...{ milestones: unpaid, currency, account, freeCents }} isAdmin={role === 'admin'} />
      )}
      {contract.retentionStatus && <RetentionCard escrow={escrow} />}
      <PageSection id="milestones" title={t('detail.milestones')}>
        {milestones.map((milestone) => {
          const invoice = invoiceLinks[milestone.id] ?? null
          const ownNotes = <MilestoneNotes notes={notes.filter(({ milestoneId }) => milestoneId === milestone.id)} />
          return (
            <FoldedMilestone key={milestone.id} {...{ milestone, invoice, currency, isDirect }}>
              <MilestoneCard {...{ milestone, escrow, invoice, readsFiles, notes: ownNotes }} />
            </FoldedMilestone>
          )
        })}
      </PageSection>
      {sum && sum.agreed.count + sum.pending.count > 0 && (
        <PageSection title={tChange('sum.title')}>
          <ContractSumTable sum={sum} />
        </PageSection>
      )}
      {postings.length > 0 && (
        <PageSection id="ledger" title={t('ledger.title')} description={t('ledger.description')}>
          <LedgerTable postings={postings} currency={currency} />
        </PageSection>
      )}
      <EscrowHistory events={events} />
    </div>
  )
}
