import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidScore } from '#app/features/evaluation/scoring.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/**
 * The ranks by the award criteria above a comparison, with the way to their table, or, before there are any, to what has to be done for
 * them; nothing where the price alone decides.
 */
export function EvaluationSummary({
  projectId,
  scores,
  bidders,
}: {
  projectId: string
  scores: 'none' | 'pending' | readonly BidScore[]
  bidders: readonly { id: string; companyName: string }[]
}) {
  const { t } = useTranslation('bids')
  const { t: tStage } = useTranslation('projectstage')
  const format = useFormat()
  if (scores === 'none') return null
  if (scores === 'pending')
    return (
      <Alert
        tone="warning"
        title={tStage('owner.pending.title')}
        actions={
          <ButtonLink to={`/projects/${projectId}/evaluation`} icon={ClipboardCheck}>
            {tStage('owner.pending.open')}
          </ButtonLink>
        }
      >
        {tStage('owner.pending.text')}
      </Alert>
    )
  return (
    <div className="text-sm">
      <TextLink to={`/projects/${projectId}/evaluation`} block>
        {t('compare.evaluation')}
      </TextLink>
      <ol className="mt-1 flex flex-col gap-1">
        {scores.map(({ bidId, rank, totalCenti }) => (
          <li key={bidId} className="flex gap-3 tabular-nums">
            <span className="w-6 shrink-0 text-muted-foreground">{format.number(rank)}.</span>
            <span className="min-w-0 wrap-anywhere">{bidders.find(({ id }) => id === bidId)?.companyName}</span>
            <span className="font-semibold">{format.points(totalCenti)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
