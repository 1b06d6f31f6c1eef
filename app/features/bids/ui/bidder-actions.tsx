import { FileSignature, Star, Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidAction } from '#app/features/bids/bid.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** The owner's actions on a bid of the comparison. */
export function BidderButtons({
  bidId,
  projectId,
  isAwarded,
  actions,
  submissionId,
}: {
  bidId: string
  projectId: string
  isAwarded: boolean
  actions: readonly BidAction[]
  submissionId: string
}) {
  const { t } = useTranslation('bids')
  return (
    <div className="flex flex-wrap gap-2 md:flex-col md:items-stretch">
      {isAwarded && (
        <ButtonLink to={`/contracts/new?project=${projectId}`} size="sm" icon={FileSignature}>
          {t('action.contract')}
        </ButtonLink>
      )}
      {actions.includes('award') && (
        <ButtonLink to={`/bids/${bidId}/award`} size="sm" variant="secondary" icon={Trophy}>
          {t('action.award')}
        </ButtonLink>
      )}
      {actions.includes('shortlist') && (
        <ActionButton
          to={`/bids/${bidId}/shortlist`}
          submissionId={submissionId}
          size="sm"
          variant="outline"
          icon={Star}
          className="w-full"
        >
          {t('action.shortlist')}
        </ActionButton>
      )}
      {actions.includes('reject') && (
        <ButtonLink to={`/bids/${bidId}/reject`} size="sm" variant="ghost">
          {t('action.reject')}
        </ButtonLink>
      )}
    </div>
  )
}
