import { useTranslation } from 'react-i18next'
import type { Termination } from '#app/features/terminations/queries.server.ts'
import { grounds } from '#app/features/terminations/termination.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'

/** What a notice of termination says, and what the other party has answered. */
export function TerminationFacts({ termination }: { termination: Termination }) {
  const { t } = useTranslation('terminations')
  const format = useFormat()
  const deadline = useDeadline()
  const { answer, claimant, claimedAt, claimedBy, clientName, facts, ground, providerName, remedyUntil, status } =
    termination
  const company = claimant === 'client' ? clientName : providerName
  const text = (words: string) => <span className="wrap-anywhere whitespace-pre-line">{words}</span>
  return (
    <Card
      title={t('page.facts')}
      actions={
        <StatusBadge status={status} tone="neutral">
          {t(`status.${status}`)}
        </StatusBadge>
      }
    >
      <DescriptionList
        items={[
          { term: t('claim.ground'), description: t(`ground.${ground}`) },
          { term: t('page.by'), description: t('page.person', { name: claimedBy, company }) },
          { term: t('page.at'), description: format.dateTime(claimedAt) },
          ...(grounds[ground].isRemediable
            ? [{ term: t('page.remedyUntil'), description: deadline(remedyUntil, termination.timeZone) }]
            : []),
          { term: t('claim.facts'), description: text(facts), wide: true },
          ...(answer ? [{ term: t('page.answer'), description: text(answer), wide: true }] : []),
        ]}
      />
    </Card>
  )
}
