import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

type Milestone = {
  milestoneId: string
  title: string
  contractNumber: string
  grossCents: number
  releasedCents: number
  retainedCents: number
  retentionReleasedAt: number | null
  currency: string
}

/** The milestone that an invoice is for, and that it was paid. */
export function MilestoneNote({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { title, contractNumber, grossCents, releasedCents, currency } = milestone
  const retainedCents = milestone.retentionReleasedAt === null ? milestone.retainedCents : 0
  const paidCents = releasedCents + milestone.retainedCents - retainedCents
  const amounts = { amount: format.money(paidCents, currency), retained: format.money(retainedCents, currency) }
  return (
    <Alert tone="info" title={t('form.milestone', { title, number: contractNumber })}>
      {paidCents > 0
        ? t(retainedCents > 0 ? 'form.milestoneRetained' : 'form.milestoneText', amounts)
        : t('form.milestoneDirect', { amount: format.money(grossCents, currency) })}
    </Alert>
  )
}

/** Milestones that have no invoice yet. */
export function SuggestedMilestones({ milestones }: { milestones: readonly Milestone[] }) {
  const { t } = useTranslation('invoicing')
  return (
    <Alert
      tone="info"
      title={t('form.suggested')}
      actions={milestones.map(({ milestoneId, title }) => (
        <ButtonLink key={milestoneId} to={`/invoicing/new?milestone=${milestoneId}`} variant="outline" size="sm">
          {t('form.suggestedAction', { title })}
        </ButtonLink>
      ))}
    >
      {t('form.suggestedText')}
    </Alert>
  )
}
