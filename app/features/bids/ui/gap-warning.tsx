import { useTranslation } from 'react-i18next'
import type { Gap } from '#app/features/bids/levelling/levelling.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'

/** What the chosen bid does not price as requested, before it is awarded. */
export function GapWarning({ gaps, currency }: { gaps: readonly Gap[]; currency: string }) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const answerOf = ({ cell }: Gap) => {
    if (cell.state === 'missing') return t('compare.missing')
    return cell.state === 'excluded' ? t('compare.excluded') : t('compare.differs')
  }
  return (
    <Alert tone="warning" title={t('award.gaps', { count: gaps.length })}>
      <ul className="list-disc ps-5">
        {gaps.map((gap) => (
          <li key={gap.projectLineId} className="wrap-anywhere">
            {gap.plug
              ? t('award.gapPlugged', {
                  ...{ line: gap.description, answer: answerOf(gap) },
                  amount: format.money(gap.plug.netCents, currency),
                })
              : t('award.gap', { line: gap.description, answer: answerOf(gap) })}
          </li>
        ))}
      </ul>
      <p className="mt-2">{t('award.gapsText')}</p>
    </Alert>
  )
}
