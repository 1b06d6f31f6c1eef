import { CalendarClock, Download, FileText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** The documents about the opened bids, and what else can be done with all of them. */
export function ComparisonActions({
  projectId,
  canAsk,
  hasBids,
  isDecided,
}: {
  projectId: string
  /** Whether bidders can be asked to keep their bids binding for longer. */
  canAsk: boolean
  hasBids: boolean
  /** Whether there is a memo of an award. */
  isDecided: boolean
}) {
  const { t } = useTranslation('bids')
  const { t: tOpening } = useTranslation('opening')
  const { t: tLines } = useTranslation('bidlines')
  const base = `/projects/${projectId}`
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {isDecided && (
        <ButtonLink to={`${base}/decision`} variant="outline" icon={FileText}>
          {t('compare.memo')}
        </ButtonLink>
      )}
      <ButtonLink to={`${base}/opening`} variant="outline" icon={ShieldCheck}>
        {tOpening('opening.title')}
      </ButtonLink>
      {canAsk && (
        <ButtonLink to={`${base}/bids/extension`} variant="outline" icon={CalendarClock}>
          {tLines('ask.title')}
        </ButtonLink>
      )}
      {hasBids && (
        <ButtonLink to={`${base}/bids.csv`} reloadDocument variant="outline" icon={Download}>
          {t('compare.export')}
        </ButtonLink>
      )}
    </div>
  )
}
