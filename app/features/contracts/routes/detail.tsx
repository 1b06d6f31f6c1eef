import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { callableConversation } from '#app/features/calls/callable-conversation.server.ts'
import { ContractCall } from '#app/features/calls/ui/call-buttons.tsx'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { ContractSumTable } from '#app/features/change-orders/ui/contract-sum-table.tsx'
import { findAgreedTerms } from '#app/features/contract-steps/agreed-terms.server.ts'
import { findSteps } from '#app/features/contract-steps/find-steps.server.ts'
import { findPartyGaps } from '#app/features/contract-steps/party-gaps.server.ts'
import { AgreedTermsCard } from '#app/features/contract-steps/ui/agreed-terms.tsx'
import { PartyGaps } from '#app/features/contract-steps/ui/party-gaps.tsx'
import { StepLists } from '#app/features/contract-steps/ui/step-lists.tsx'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { isNegotiated } from '#app/features/contracts/readable-contract.server.ts'
import { ContractActions } from '#app/features/contracts/ui/contract-actions.tsx'
import { ContractHistory } from '#app/features/contracts/ui/contract-history.tsx'
import { ContractFacts, Parties } from '#app/features/contracts/ui/contract-side.tsx'
import { MilestoneTable } from '#app/features/contracts/ui/milestone-table.tsx'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SummaryCard } from '#app/features/contracts/ui/summary-card.tsx'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { summarizeFinalAccount } from '#app/features/final-accounts/summary.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { summarizeHandover } from '#app/features/handover/summary.server.ts'
import { getNegotiation } from '#app/features/negotiations/queries.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { SecuritiesSummary } from '#app/features/securities/ui/securities-summary.tsx'
import { runningStandstill } from '#app/features/standstill/find-standstill.server.ts'
import { StandstillNotice } from '#app/features/standstill/ui/standstill-notice.tsx'
import { getTermination } from '#app/features/terminations/queries.server.ts'
import { TerminationAlert } from '#app/features/terminations/ui/termination-alert.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = {
  title: 'contracts:detail.title',
  titleOf: (data) => (data as { contract: { title: string } }).contract.title,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const id = params.contractId ?? ''
  const found = getContract(ctx, id)
  // Until it is sent, the provider has no more of it than the client has opened.
  if (!found && getNegotiation(ctx, id)) throw redirect(`/contracts/${id}/negotiation`)
  const contract = orNotFound(found)
  const sum = contract.activatedAt === null ? null : contractSumOf(ctx.db, contract.id)
  const isOpened = contract.status === 'draft' && isNegotiated(ctx.db, contract.id)
  const [securities, handover] = [getSecurities(ctx, contract.id), getHandover(ctx, contract.id)]
  const standstill = contract.status === 'draft' ? runningStandstill(ctx, contract.projectId) : null
  const [finalAccount, termination] = [getFinalAccount(ctx, contract.id), getTermination(ctx, contract.id)]
  const steps = findSteps(ctx, contract, { handover, securities, finalAccount })
  const [terms, gaps] = [findAgreedTerms(ctx.db, contract.id), findPartyGaps(ctx, contract.id)]
  const chat = callableConversation(ctx, 'contract', contract.id)
  const reader = await readerOf(request, ctx.actor)
  const summaries = [summarizeHandover(handover, reader), summarizeFinalAccount(finalAccount, reader)]
  return { chat, gaps, contract, standstill, isOpened, sum, securities, summaries, termination, steps, terms }
}

export default function Contract() {
  const page = useLoaderData<typeof loader>()
  const { contract, standstill, isOpened, sum, securities, summaries, termination, steps, terms } = page
  const { t } = useTranslation('contracts')
  const { t: tChange } = useTranslation('changeorders')
  const { status, documentHash, retentionStatus } = contract
  const ended = contract.events.find((event) => event.reason && ['decline', 'void', 'terminate'].includes(event.action))
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/contracts' }, { label: contract.number }]} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-lg font-semibold tabular-nums">{contract.number}</span>
          <StatusBadge status={status}>{t(`status.${status}`)}</StatusBadge>
        </p>
        <ContractActions contract={contract} hasNotice={termination?.isOpen} more={<ContractCall chat={page.chat} />} />
      </div>
      {!contract.rowsMatch && <RowsDiffer />}
      {termination && <TerminationAlert termination={termination} link />}
      <PartyGaps gaps={page.gaps} />
      <StepLists steps={steps} contract={contract} />
      <Alert tone={ended ? 'warning' : 'info'} className="print:hidden">
        {t(isOpened ? 'hint.opened' : `hint.${contract.party}.${status}`, {
          other: contract.party === 'client' ? contract.provider.name : contract.client.name,
        })}
        {(retentionStatus === 'held' || retentionStatus === 'disputed') && (
          <p className="mt-1">{t(`retention.${retentionStatus}`)}</p>
        )}
        {ended && <p className="mt-1">{t('detail.reason', { reason: ended.reason ?? '' })}</p>}
      </Alert>
      {standstill && <StandstillNotice standstill={standstill} isClient />}
      <Parties contract={contract} />
      <PageSection title={t('detail.milestones')}>
        <MilestoneTable
          milestones={contract.milestones}
          totals={sum?.toDate ?? contract}
          currency={contract.currency}
          showStatus={contract.activatedAt !== null}
        />
      </PageSection>
      {sum && (
        <PageSection
          title={tChange('sum.title')}
          actions={<TextLink to={`/contracts/${contract.id}/changes`}>{tChange('sum.view')}</TextLink>}
        >
          <ContractSumTable sum={sum} />
        </PageSection>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={t('detail.terms')}>
            <p className="max-w-prose text-sm leading-relaxed wrap-anywhere whitespace-pre-line">{contract.terms}</p>
          </Card>
          {documentHash && (
            <PageSection
              title={t('detail.signatures')}
              actions={
                <p className="flex flex-wrap gap-x-4 gap-y-1">
                  <TextLink to={`/contracts/${contract.id}/chain`}>{t('detail.chain')}</TextLink>
                  <TextLink to={`/contracts/${contract.id}/certificate`}>{t('detail.certificate')}</TextLink>
                  <TextLink to={`/verify/${documentHash}`}>{t('detail.verify')}</TextLink>
                </p>
              }
            >
              <Signatures
                signatures={contract.signatures}
                names={{ client: contract.client.name, provider: contract.provider.name }}
              />
            </PageSection>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ContractFacts contract={{ ...contract, ...sum?.toDate }} />
          <AgreedTermsCard terms={terms} currency={contract.currency} />
          {summaries.map((summary) => summary && <SummaryCard key={summary.to} summary={summary} />)}
          {securities && <SecuritiesSummary found={securities} />}
          <ContractHistory events={contract.events} />
        </div>
      </div>
    </div>
  )
}
