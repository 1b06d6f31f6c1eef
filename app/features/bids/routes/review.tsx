import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Lock, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { gapsOfBid } from '#app/features/bids/levelling/gaps-of-bid.ts'
import { getAnswerForm } from '#app/features/bids/qualification/answers-page.server.ts'
import { QualificationReview } from '#app/features/bids/qualification/ui/qualification-review.tsx'
import { getBid } from '#app/features/bids/queries.server.ts'
import { BidReview } from '#app/features/bids/ui/bid-review.tsx'
import { getProject } from '#app/features/projects/queries.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bidlines:review.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.submit')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const project = orNotFound(getProject(ctx, bid.projectId))
  const isCurrent = bid.projectVersion === project.version
  if (!isCurrent || !availableBidActions(bid, ctx.now).includes('submit')) throw redirect(`/bids/${bid.id}`)
  const { items } = getAnswerForm(ctx, bid)
  return { bid, gaps: gapsOfBid(project.lines, bid), items, submissionId: newSubmissionId() }
}

/** A draft as it would be sealed, what it leaves out and what becomes binding, before it is submitted. */
export default function ReviewBid() {
  const { bid, gaps, items, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  return (
    <BidReview
      bid={bid}
      gaps={gaps}
      qualification={<QualificationReview bidId={bid.id} currency={bid.currency} items={items} />}
    >
      <ActionButton
        to={`/bids/${bid.id}/submit`}
        submissionId={submissionId}
        expectedVersion={bid.updatedAt}
        icon={Lock}
        size="lg"
      >
        {tBid('action.submit')}
      </ActionButton>
      <ButtonLink to={`/bids/${bid.id}/edit`} variant="outline" size="lg" icon={Pencil}>
        {t('review.edit')}
      </ButtonLink>
    </BidReview>
  )
}
