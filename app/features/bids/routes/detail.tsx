import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { bidRights } from '#app/features/bids/bid-rights.ts'
import { getQualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import { QualificationPanel } from '#app/features/bids/qualification/ui/qualification-panel.tsx'
import { getBid } from '#app/features/bids/queries.server.ts'
import { HeldPrices } from '#app/features/bids/rest/held-prices.tsx'
import { heldPrices } from '#app/features/bids/rest/own-prices.server.ts'
import { AttachmentsCard } from '#app/features/bids/ui/attachments-card.tsx'
import { BidFacts } from '#app/features/bids/ui/bid-facts.tsx'
import { BidLinesTable } from '#app/features/bids/ui/bid-lines-table.tsx'
import { BidderActions, OwnerActions } from '#app/features/bids/ui/bid-panel.tsx'
import { BidStatusBadge } from '#app/features/bids/ui/bid-status.tsx'
import { ExtensionNotice } from '#app/features/bids/ui/extension-notice.tsx'
import { SealCard } from '#app/features/bids/ui/seal-card.tsx'
import { TermsCard } from '#app/features/bids/ui/terms-card.tsx'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { isFallback } from '#app/features/decisions/fallback.server.ts'
import { listLetters } from '#app/features/decisions/queries.server.ts'
import { awaitsScores } from '#app/features/evaluation/evaluation.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { runningStandstill } from '#app/features/standstill/find-standstill.server.ts'
import { StandstillNotice } from '#app/features/standstill/ui/standstill-notice.tsx'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bids:detail.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const own = bid.role === 'owner' ? withinProject(ctx, bid.project.id) : ctx
  const holdsContract = ['awarded', 'won', 'terminated'].includes(bid.status)
  const isDecided = listLetters(ctx, bid.id).length > 0
  return {
    bid,
    now: ctx.now,
    actions: permittedActions(own, availableBidActions(bid, ctx.now), bidRights).filter(
      (action) => action !== 'award' || !awaitsScores(ctx.db, bid.project),
    ),
    canBid: can(ctx, 'bids.create'),
    canDraft: can(own, 'contracts.draft'),
    canExtend: can(ctx, 'bids.extend'),
    isOver: isExpired({ ...bid, timeZone: bid.project.timeZone, now: ctx.now }),
    submissionId: newSubmissionId(),
    qualification: getQualificationView(own, bid),
    contractId: holdsContract ? findProjectContract(ctx, bid.project.id) : null,
    isDecided,
    isFallback: isDecided && isFallback(ctx.db, bid),
    held: bid.role === 'owner' ? heldPrices(ctx, bid.id) : null,
    standstill: isDecided ? runningStandstill(ctx, bid.project.id) : null,
  }
}

export default function Bid() {
  const { bid, now, actions, canBid, canDraft, canExtend, isOver, submissionId, contractId, isDecided } =
    useLoaderData<typeof loader>()
  const { qualification, standstill, held, isFallback } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bids')
  const { t: tProject } = useTranslation('projects')
  const { project, role, currency } = bid
  const isOwner = role === 'owner'
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={
          isOwner
            ? [
                { label: tProject('list.title'), to: '/projects' },
                { label: project.title, to: `/projects/${project.id}` },
                { label: t('compare.title'), to: `/projects/${project.id}/bids` },
                { label: bid.companyName },
              ]
            : [{ label: t('list.title'), to: '/bids' }, { label: project.title }]
        }
      />
      <header className="flex flex-col gap-4 sm:flex-row sm:items-start sm:justify-between">
        <div className="min-w-0">
          <h2 className="text-xl leading-snug font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
            {isOwner ? t('detail.of', { company: bid.companyName }) : t('detail.for', { title: project.title })}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted-foreground">
            <BidStatusBadge status={bid.status} />
            <span className="wrap-anywhere">{isOwner ? project.title : project.ownerName}</span>
            <TextLink to={`/projects/${project.id}`} block>
              {t('detail.viewProject')}
            </TextLink>
          </p>
        </div>
        <p className="shrink-0 sm:text-end">
          <Money cents={bid.grossCents} currency={currency} className="block text-2xl font-semibold tracking-tight" />
          <span className="text-sm text-muted-foreground">{t(`detail.total.${project.vatTreatment}`)}</span>
        </p>
      </header>
      {standstill && <StandstillNotice standstill={standstill} isClient={isOwner} />}
      {isOwner ? (
        <OwnerActions
          bid={bid}
          actions={actions}
          canDraft={canDraft}
          isDecided={isDecided}
          submissionId={submissionId}
        />
      ) : (
        <>
          <ExtensionNotice bid={bid} canExtend={canExtend} submissionId={submissionId} />
          <BidderActions
            bid={bid}
            actions={actions}
            canBid={canBid}
            now={now}
            submissionId={submissionId}
            contractId={contractId}
            isDecided={isDecided}
            isFallback={isFallback}
          />
        </>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
          {held && <HeldPrices held={held} />}
          <BidLinesTable bid={bid} />
          <QualificationPanel bid={bid} view={qualification} />
          <TermsCard {...bid} isExpired={isOver} />
          <Card title={t('field.approach')}>
            <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{bid.approach}</p>
          </Card>
          <AttachmentsCard bid={bid} canChange={actions.includes('edit') || actions.includes('revise')} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <BidFacts bid={bid} />
          <SealCard bid={bid} />
        </div>
      </div>
    </div>
  )
}
