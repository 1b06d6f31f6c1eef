import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gap } from '#app/features/bids/levelling/levelling.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { AttachmentsCard } from './attachments-card.tsx'
import { BidLinesTable } from './bid-lines-table.tsx'
import { GapList } from './gap-list.tsx'
import { TermsCard } from './terms-card.tsx'

/** A bid as it would be sealed, what it leaves out and what becomes binding; `children` are the buttons. */
export function BidReview({
  bid,
  gaps,
  changes,
  qualification,
  children,
}: {
  bid: BidDetail
  gaps: readonly Gap[]
  /** What it changes of the version that is sealed; nothing for a draft. */
  changes?: ReactNode
  /** What it answers to what is asked of all bidders. */
  qualification?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  const format = useFormat()
  const deadlineOf = useDeadline()
  const { id, project, boundUntil } = bid
  const deadline = deadlineOf(project.bidDeadline, project.timeZone)
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tBid('list.title'), to: '/bids' },
          { label: project.title, to: `/bids/${id}` },
          { label: t('review.title') },
        ]}
      />
      <h2 className="text-xl font-semibold tracking-tight text-balance sm:text-2xl">{t('review.heading')}</h2>
      {changes}
      {gaps.length > 0 && <GapList gaps={gaps} />}
      {qualification}
      <BidLinesTable bid={bid} />
      <TermsCard {...bid} isExpired={false} />
      <Card title={tBid('field.approach')}>
        <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{bid.approach}</p>
        <p className="mt-3 text-sm text-muted-foreground">
          {`${tBid('field.timeline')}: ${tBid('weeks', { count: bid.timelineWeeks })}`}
        </p>
      </Card>
      <AttachmentsCard bid={bid} canChange={bid.status === 'draft'} />
      <Alert tone="info" title={t('review.binding.title')}>
        <p>
          {boundUntil === null
            ? t('review.binding.open', { deadline })
            : t('review.binding.until', { date: format.date(boundUntil), deadline })}
        </p>
        <p className="mt-2">{t('review.seal')}</p>
      </Alert>
      <div className="flex flex-col gap-3 sm:flex-row">{children}</div>
    </div>
  )
}
