import { Check, Eye, Gavel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OwnBid } from '#app/features/bids/queries.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { BidStatusBadge } from './bid-status.tsx'
import { ContractLink } from './contract-link.tsx'

type Props = {
  project: ProjectDetail
  bid: OwnBid | null
  /** Something is typed in the bid's form that is not saved as a bid. */
  hasBegun: boolean
  /** It can accept the rest of a terminated contract at the prices of its earlier bid (PROJ-27). */
  canAcceptRest: boolean
  now: number
  canBid: boolean
  contractId: string | null
}

/** The state of a project for a company that may bid, or has bid, on it. */
export function BidderPanel({ project, bid, hasBegun, canAcceptRest, now, canBid, contractId }: Props) {
  const { t } = useTranslation('projects')
  const { t: tStage } = useTranslation('projectstage')
  const deadline = useDeadline()
  const { id, status, bidDeadline, version } = project
  const isDue = status === 'open' && !isBeforeDeadline(now, bidDeadline)
  const mayBid = status === 'open' && !isDue && canBid
  const stands = bid !== null && bid.status !== 'withdrawn'
  if (status === 'cancelled') {
    return (
      <Alert tone="danger" title={tStage('owner.cancelled.title')}>
        <span className="whitespace-pre-line">{project.cancelReason}</span>
      </Alert>
    )
  }
  if (bid?.status === 'submitted' && mayBid && bid.projectVersion < version) {
    return (
      <Alert
        tone="warning"
        title={tStage('visitor.unconfirmed.title')}
        actions={<ButtonLink to={`/bids/${bid.id}`}>{t('detail.confirmBid')}</ButtonLink>}
      >
        {tStage('visitor.unconfirmed.text')}
      </Alert>
    )
  }
  const state = isDue ? 'due' : status === 'draft' ? 'open' : status
  const isSealed = state === 'open'
  return (
    <Alert
      tone={isSealed ? 'info' : 'neutral'}
      title={tStage(`visitor.${state}.title`)}
      actions={
        mayBid && !stands ? (
          <>
            {canAcceptRest && (
              <ButtonLink to={`/projects/${id}/rest`} icon={Check}>
                {t('detail.acceptRest')}
              </ButtonLink>
            )}
            <ButtonLink to={`/bids/new?project=${id}`} variant={canAcceptRest ? 'outline' : 'primary'} icon={Gavel}>
              {t(hasBegun ? 'detail.continueBid' : 'detail.bid')}
            </ButtonLink>
          </>
        ) : contractId ? (
          <ContractLink contractId={contractId} />
        ) : undefined
      }
    >
      {isSealed
        ? tStage('visitor.open.text', { deadline: deadline(bidDeadline, project.timeZone) })
        : tStage(`visitor.${state}.text`)}
    </Alert>
  )
}

/** The bid of the user's company, shown beside the project. */
export function OwnBidCard({ bid }: { bid: OwnBid }) {
  const { t } = useTranslation('bids')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  return (
    <Card title={t('own.title')} as="aside" actions={<BidStatusBadge status={bid.status} />}>
      <DescriptionList
        items={[
          {
            term: t('field.gross'),
            description: <Money cents={bid.grossCents} currency={bid.currency} className="font-semibold" />,
          },
          ...(bid.submittedAt === null
            ? []
            : [{ term: t('field.submittedAt'), description: format.deadline(bid.submittedAt) }]),
        ]}
      />
      <div className="mt-4">
        <ButtonLink to={`/bids/${bid.id}`} variant="outline" icon={Eye} className="w-full">
          {bid.status === 'draft' ? tProject('detail.continueBid') : tProject('detail.viewBid')}
        </ButtonLink>
      </div>
    </Card>
  )
}
