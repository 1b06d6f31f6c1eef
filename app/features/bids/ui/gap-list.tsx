import { useTranslation } from 'react-i18next'
import type { Gap } from '#app/features/bids/levelling/levelling.ts'
import { Alert } from '#app/ui/alert.tsx'

/** The requested lines that a bidder's own bid does not price as requested, before it is submitted. */
export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  return (
    <Alert tone="warning" title={t('review.gaps', { count: gaps.length })}>
      <ul className="list-disc ps-5">
        {gaps.map(({ projectLineId, description, cell }) => (
          <li key={projectLineId} className="wrap-anywhere">
            {t('review.gap', {
              line: description,
              answer: tBid(cell.state === 'excluded' ? 'compare.excluded' : 'compare.missing'),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-2">{t('review.gapsText')}</p>
    </Alert>
  )
}
