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
  currency: string
}

/** What the invoice is made of, and that its money has come. */
export function MilestoneNote({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { title, contractNumber, grossCents, releasedCents, currency } = milestone
  return (
    <Alert tone="info" title={t('form.milestone', { title, number: contractNumber })}>
      {releasedCents > 0
        ? t('form.milestoneText', { amount: format.money(releasedCents, currency) })
        : t('form.milestoneDirect', { amount: format.money(grossCents, currency) })}
    </Alert>
  )
}

/** Milestones that wait for their invoice. */
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
