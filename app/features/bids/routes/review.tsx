import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Lock, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { compareBids } from '#app/features/bids/comparison.ts'
import { gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { AttachmentsCard } from '#app/features/bids/ui/attachments-card.tsx'
import { BidLinesTable } from '#app/features/bids/ui/bid-lines-table.tsx'
import { GapList } from '#app/features/bids/ui/gap-list.tsx'
import { TermsCard } from '#app/features/bids/ui/terms-card.tsx'
import { getProject } from '#app/features/projects/queries.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidlines:review.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.submit')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const project = orNotFound(getProject(ctx, bid.projectId))
  const isCurrent = bid.projectVersion === project.version
  if (!isCurrent || !availableBidActions(bid, ctx.now).includes('submit')) throw redirect(`/bids/${bid.id}`)
  const compared = { id: bid.id, isConfirmed: true, lines: bid.lines }
  const gaps = gapsOf(compareBids(project.lines, [compared], { basis: 'net' }), bid.id, [])
  return { bid, gaps, submissionId: newSubmissionId() }
}

/** A draft as it would be sealed, what it leaves out and what becomes binding, before it is submitted. */
export default function ReviewBid() {
  const { bid, gaps, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  const format = useFormat()
  const deadlineOf = useDeadline()
  const { id, project, boundUntil } = bid
  const deadline = deadlineOf(project.bidDeadline, project.timeZone)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tBid('list.title'), to: '/bids' },
          { label: project.title, to: `/bids/${id}` },
          { label: t('review.title') },
        ]}
      />
      <h2 className="text-xl font-semibold tracking-tight text-balance sm:text-2xl">{t('review.heading')}</h2>
      {gaps.length > 0 && <GapList gaps={gaps} />}
      <BidLinesTable bid={bid} />
      <TermsCard {...bid} isExpired={false} />
      <Card title={tBid('field.approach')}>
        <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{bid.approach}</p>
        <p className="mt-3 text-sm text-muted-foreground">
          {`${tBid('field.timeline')}: ${tBid('weeks', { count: bid.timelineWeeks })}`}
        </p>
      </Card>
      <AttachmentsCard bid={bid} canChange />
      <Alert tone="info" title={t('review.binding.title')}>
        <p>
          {boundUntil === null
            ? t('review.binding.open', { deadline })
            : t('review.binding.until', { date: format.date(boundUntil), deadline })}
        </p>
        <p className="mt-2">{t('review.seal')}</p>
      </Alert>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ActionButton
          to={`/bids/${id}/submit`}
          submissionId={submissionId}
          expectedVersion={bid.updatedAt}
          icon={Lock}
          size="lg"
        >
          {tBid('action.submit')}
        </ActionButton>
        <ButtonLink to={`/bids/${id}/edit`} variant="outline" size="lg" icon={Pencil}>
          {t('review.edit')}
        </ButtonLink>
      </div>
    </div>
  )
}
